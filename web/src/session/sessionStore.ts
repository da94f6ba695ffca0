import { createStore } from "zustand/vanilla";
import type { KeyValues } from "../storage/keyValues.ts";
import { claimMs, readClaims } from "./jwt.ts";

/** The only storage key that holds tokens (decisions C7). */
export const tokenKey = "cognito_token";

export interface Session {
  accessToken: string;
  idToken: string;
  /** When the id token ends by this browser's clock, ms. */
  idTokenExpiry: number;
  refreshToken: string;
}

export type SessionStore = ReturnType<typeof createSessionStore>;

/**
 * The session of this browser, shared by all its tabs: read from and written to `cognito_token` only.
 * `current()` is null when nobody is signed in or one of the two tokens has run out (decisions C3).
 */
export function createSessionStore(storage: KeyValues, now: () => number) {
  const store = createStore<Session | null>(read);
  let endsMs = endOf(store.getState());
  let isLeft = false;
  let isForCompany = false;
  // A sign-in delivers its tokens one by one; nobody is signed in until the last has arrived.
  let arriving: Partial<Session> = {};

  function read(): Session | null {
    try {
      return completeSession(JSON.parse(storage.getItem(tokenKey) ?? "null") as Partial<Session> | null);
    } catch {
      return null;
    }
  }
  const change = (next: Session | null): void => {
    endsMs = endOf(next);
    store.setState(next, true);
  };

  return {
    /** The session as stored, expired or not. */
    stored: store.getState,
    current: (): Session | null => (endsMs > now() ? store.getState() : null),
    /** When the first of the two tokens ends by this browser's clock, ms; null when nobody is signed in. */
    endsMs: (): number | null => (store.getState() === null ? null : endsMs),
    /** Whether the person signed out. The next sign-in then starts at home, not where they were. */
    hasSignedOut: (): boolean => isLeft,
    /** Whether the session ended because the person must use their company's account. */
    needsCompany: (): boolean => isForCompany,
    /** Who is signed in, by the pool's own id (`sub`). */
    subject(): string | null {
      const session = store.getState();
      const subject = session && readClaims(session.idToken)?.["sub"];
      return typeof subject === "string" ? subject : null;
    },
    /** Takes one token; the session is stored once all three are there. */
    take(part: Partial<Pick<Session, "accessToken" | "idToken" | "refreshToken">>): void {
      const merged: Partial<Session> = { ...store.getState(), ...arriving, ...part };
      if (part.idToken !== undefined) {
        // The lifetime is counted by our own clock, so that a wrong clock neither shortens nor stretches it.
        const lifeMs = (claimMs(part.idToken, "exp") ?? 0) - (claimMs(part.idToken, "iat") ?? 0);
        merged.idTokenExpiry = now() + lifeMs;
      }
      const complete = completeSession(merged);
      if (complete === null) {
        arriving = merged;
        return;
      }
      arriving = {};
      isLeft = false;
      isForCompany = false;
      storage.setItem(tokenKey, JSON.stringify(complete));
      change(complete);
    },
    /** A token that is stored or has just arrived; for the identity client. */
    peek: (name: "accessToken" | "idToken" | "refreshToken"): string | null =>
      arriving[name] ?? store.getState()?.[name] ?? null,
    /** The session that ends now was begun with a password, where the company's account is required. */
    askForCompany(): void {
      isForCompany = true;
    },
    clear(byOwnWish = false): void {
      arriving = {};
      storage.removeItem(tokenKey);
      // A call that is refused after a sign-out must not turn it into a session that ended by itself.
      if (store.getState() === null) return;
      isLeft = byOwnWish;
      change(null);
    },
    /** Reads what another tab has written. If that tab signed out, so does this one, and the next person must not be led here. */
    reread(): void {
      const next = read();
      isLeft = store.getState() !== null && next === null;
      change(next);
    },
    /** Calls `listener` when somebody signs in or out and when the id token is renewed; the other tokens follow it. */
    subscribe: (listener: () => void): (() => void) =>
      store.subscribe((next, before) => {
        if (next?.idToken !== before?.idToken) listener();
      }),
  };
}

/** A session with all four parts, or null. Checked by hand: it is needed before a validation library is loaded. */
function completeSession(partial: Partial<Session> | null): Session | null {
  const { accessToken, idToken, idTokenExpiry, refreshToken } = partial ?? {};
  const areTexts = [accessToken, idToken, refreshToken].every((part) => typeof part === "string");
  if (!areTexts || typeof idTokenExpiry !== "number") return null;
  return { accessToken, idToken, idTokenExpiry, refreshToken } as Session;
}

// When the first of the two tokens ends. The access token's own `exp` is shifted by the difference of the two clocks.
function endOf(session: Session | null): number {
  if (session === null) return -Infinity;
  const driftMs = (claimMs(session.idToken, "exp") ?? session.idTokenExpiry) - session.idTokenExpiry;
  return Math.min(session.idTokenExpiry, (claimMs(session.accessToken, "exp") ?? Infinity) - driftMs);
}
