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
 * `current()` is null when nobody is signed in or the id token has run out (decisions C3).
 */
export function createSessionStore(storage: KeyValues, now: () => number) {
  let session = read();
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
    current: (): Session | null => (session !== null && session.idTokenExpiry > now() ? session : null),
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
      session = whole.data;
      storage.setItem(tokenKey, JSON.stringify(session));
      tell();
    },
    /** A token that has come or is on its way; for the identity client. */
    peek: (name: "accessToken" | "idToken" | "refreshToken"): string | null =>
      arriving[name] ?? session?.[name] ?? null,
    clear(): void {
      arriving = {};
      storage.removeItem(tokenKey);
      if (session === null) return;
      session = null;
      tell();
    },
    /** Another tab has written: read again. */
    reread(): void {
      session = read();
      tell();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
