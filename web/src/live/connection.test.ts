import { limits } from "@pulse/contract/limits";
import { expect, it } from "vitest";
import { createConnectionStore, shownDelayMs } from "./connection.ts";

function handTimers() {
  const waiting = new Map<number, { work: () => void; ms: number }>();
  let next = 0;
  return {
    waiting,
    set: (work: () => void, ms: number) => {
      waiting.set(++next, { work, ms });
      return next;
    },
    clear: (timer: unknown) => void waiting.delete(timer as number),
  };
}

it("the connection has no state until a page opens one, nor after it has closed it", () => {
  const store = createConnectionStore(() => 1000, handTimers());
  // The network is lost while the page is not live.
  store.lost();
  expect(store.current().state).toBe("none");
  store.opening();
  expect(store.current().state).toBe("connecting");
  store.joined();
  store.closed();
  expect(store.current()).toEqual({ state: "none", lastHeardMs: null, behindMs: 0, instead: null });
});

it("the connection is reconnecting at once, and offline only after ten seconds", () => {
  const timers = handTimers();
  const store = createConnectionStore(() => 1000, timers);
  store.opening();
  store.joined();
  store.lost();
  expect(store.current().state).toBe("reconnecting");
  const [timer] = timers.waiting.values();
  expect(timer?.ms).toBe(limits.networkDisconnectedMs);
  timer?.work();
  expect(store.current()).toEqual({ state: "offline", lastHeardMs: 1000, behindMs: 0, instead: null });
});

it("the connection does not restart the wait after each failed attempt", () => {
  const timers = handTimers();
  const store = createConnectionStore(() => 1000, timers);
  store.opening();
  store.lost();
  const [first] = timers.waiting.keys();
  store.lost();
  expect([...timers.waiting.keys()]).toEqual([first]);
});

it("the connection cancels the alarm when it is back in time", () => {
  const timers = handTimers();
  const store = createConnectionStore(() => 1000, timers);
  store.opening();
  store.lost();
  store.joined();
  expect(timers.waiting.size).toBe(0);
  expect(store.current().state).toBe("live");
});

it("shows a delay from five seconds on, while the connection is live", () => {
  const store = createConnectionStore(() => 1000, handTimers());
  const shown = () => shownDelayMs(store.current());
  store.opening();
  store.joined();
  store.delayed(4_999);
  expect(shown()).toBeNull();
  store.delayed(240_000);
  expect(shown()).toBe(240_000);
  store.lost();
  expect([shown(), store.current().behindMs]).toEqual([null, 240_000]);
  // A server that is not behind any more says nothing.
  store.joined();
  expect([shown(), store.current().behindMs]).toEqual([null, 0]);
});
