import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepSession } from "./keepSession.ts";
import { createSessionStore, type Session, tokenKey } from "./sessionStore.ts";

const minute = 60_000;
const start = 1_760_000_000_000;
const jwt = (claims: object): string => `h.${btoa(JSON.stringify(claims)).replaceAll("=", "")}.s`;

/** A session whose id and access tokens end this many minutes after the start, from a server 5 min ahead of us. */
function store(idMinutes: number, accessMinutes = idMinutes, sub = "user-1"): Session {
  const exp = (minutes: number): number => (start + (minutes + 5) * minute) / 1000;
  const session = {
    idToken: jwt({ sub, exp: exp(idMinutes) }),
    accessToken: jwt({ username: sub, exp: exp(accessMinutes) }),
    idTokenExpiry: start + idMinutes * minute,
    refreshToken: "refresh",
  };
  localStorage.setItem(tokenKey, JSON.stringify(session));
  return session;
}

let stop: () => void = () => undefined;
let happened: string[];
let answer: () => Promise<boolean>;

function keep() {
  const session = createSessionStore(localStorage, Date.now);
  stop = keepSession({
    session,
    now: Date.now,
    refresh: () => {
      happened.push("refresh");
      return answer();
    },
    ended: () => happened.push("ended"),
    refreshRefused: () => happened.push("refused"),
    changedElsewhere: () => happened.push("changed"),
  });
  return session;
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);
const focus = async (): Promise<void> => {
  window.dispatchEvent(new Event("focus"));
  await settle();
};

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  localStorage.clear();
  happened = [];
  answer = async () => true;
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe("the session's keeper", () => {
  it("the session's keeper ends a stored session that has expired at the start", async () => {
    store(-1);
    keep();
    await settle();
    expect(happened).toEqual(["ended"]);
  });

  it("the session's keeper ends a session on focus once either token has expired, whichever is first", async () => {
    for (const [id, access] of [
      [20, 60],
      [60, 20],
    ] as const) {
      happened = [];
      vi.setSystemTime(start);
      store(id, access);
      const session = keep();
      await settle();
      vi.setSystemTime(start + 19 * minute);
      expect(session.current()).not.toBeNull();
      vi.setSystemTime(start + 20 * minute);
      expect(session.current()).toBeNull();
      await focus();
      expect(happened).toEqual(["ended"]);
      stop();
    }
  });

  it("the session's keeper renews tokens at its ten-minute check once less than 15 minutes are left", async () => {
    store(32);
    keep();
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(happened).toEqual([]);
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(happened).toEqual(["refresh"]);
  });

  it("the session's keeper reports refused tokens, and waits where there is no answer", async () => {
    store(10);
    answer = () => Promise.reject(new Error("offline"));
    keep();
    await settle();
    expect(happened).toEqual(["refresh"]);
    answer = async () => false;
    await focus();
    expect(happened).toEqual(["refresh", "refresh", "refused"]);
  });

  it("the session's keeper follows another tab's sign-out or change of person, but not its renewal of tokens", async () => {
    store(60);
    const session = keep();
    await settle();
    const storageChanged = (): boolean => window.dispatchEvent(new StorageEvent("storage", { key: tokenKey }));
    store(90);
    storageChanged();
    expect(happened).toEqual([]);
    expect(session.endsMs()).toBe(start + 90 * minute);
    localStorage.removeItem(tokenKey);
    storageChanged();
    expect(session.current()).toBeNull();
    store(60, 60, "user-2");
    storageChanged();
    expect(happened).toEqual(["changed", "changed"]);
  });
});
