import { z } from "zod";
import { claimMs, readClaims } from "./jwt.ts";

/** The one place where tokens lie (decisions C7). */
export const tokenKey = "cognito_token";

const Session = z.object({
  accessToken: z.string(),
  idToken: z.string(),
  /** When the id token ends by this browser's clock, ms. */
  idTokenExpiry: z.number(),
  refreshToken: z.string(),
});
export type Session = z.infer<typeof Session>;

/** The part of localStorage that is used. */
export type KeyValues = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export type SessionStore = ReturnType<typeof createSessionStore>;

/**
 * The session of this browser: read from and written to `cognito_token` alone, the same in all tabs.
 * `current()` is null when nobody is signed in or one of the two tokens has run out (decisions C3).
 */
export function createSessionStore(storage: KeyValues, now: () => number) {
  let session = read();
  let endsMs = endOf(session);
  let isLeft = false;
  // A sign-in hands over its tokens one by one: nobody is signed in before the last.
  let arriving: Partial<Session> = {};
  const listeners = new Set<() => void>();

  function read(): Session | null {
    try {
      return Session.parse(JSON.parse(storage.getItem(tokenKey) ?? "null"));
    } catch {
      return null;
    }
  }
  const tell = (): void => {
    for (const listener of listeners) listener();
  };

  return {
    /** The session as stored, expired or not. */
    stored: (): Session | null => session,
    current: (): Session | null => (endsMs > now() ? session : null),
    /** When the first of the two tokens ends by this browser's clock, ms; null when nobody is signed in. */
    endsMs: (): number | null => (session === null ? null : endsMs),
    /** Whether the person went by an own wish, so that nothing leads back to where that was. */
    wasLeft: (): boolean => isLeft,
    /** Who is signed in: the pool's own id. */
    subject(): string | null {
      const subject = session && readClaims(session.idToken)?.["sub"];
      return typeof subject === "string" ? subject : null;
    },
    /** Takes one token; the session is stored once all three are there. */
    take(part: Partial<Pick<Session, "accessToken" | "idToken" | "refreshToken">>): void {
      const merged: Partial<Session> = { ...session, ...arriving, ...part };
      if (part.idToken !== undefined) {
        // A fresh token's life by our own clock, so that a wrong clock neither shortens nor stretches it.
        const lifeMs = (claimMs(part.idToken, "exp") ?? 0) - (claimMs(part.idToken, "iat") ?? 0);
        merged.idTokenExpiry = now() + lifeMs;
      }
      const whole = Session.safeParse(merged);
      if (!whole.success) {
        arriving = merged;
        return;
      }
      arriving = {};
      const isNews = session === null || part.idToken !== undefined;
      session = whole.data;
      endsMs = endOf(session);
      isLeft = false;
      storage.setItem(tokenKey, JSON.stringify(session));
      if (isNews) tell();
    },
    /** A token that has come or is on its way; for the identity client. */
    peek: (name: "accessToken" | "idToken" | "refreshToken"): string | null =>
      arriving[name] ?? session?.[name] ?? null,
    clear(byOwnWish = false): void {
      arriving = {};
      storage.removeItem(tokenKey);
      // What is refused after somebody went does not make it a going by itself.
      if (session === null) return;
      isLeft = byOwnWish;
      session = null;
      endsMs = endOf(null);
      tell();
    },
    /** Another tab has written: read again. */
    reread(): void {
      session = read();
      endsMs = endOf(session);
      tell();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

// Before the end of both tokens: the access token's own end, by as much as the server's clock differs from ours.
function endOf(session: Session | null): number {
  if (session === null) return -Infinity;
  const driftMs = (claimMs(session.idToken, "exp") ?? session.idTokenExpiry) - session.idTokenExpiry;
  return Math.min(session.idTokenExpiry, (claimMs(session.accessToken, "exp") ?? Infinity) - driftMs);
}
