import { limits } from "@pulse/contract/limits";
import { expect, it } from "vitest";
import { createConnectionStore } from "./connection.ts";

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

it("says Reconnecting at once and Offline only after the break has lasted ten seconds", () => {
  const timers = handTimers();
  const store = createConnectionStore(() => 1000, timers);
  store.joined();
  store.lost();
  expect(store.current().state).toBe("reconnecting");
  const [timer] = timers.waiting.values();
  expect(timer?.ms).toBe(limits.networkDisconnectedMs);
  timer?.work();
  expect(store.current()).toEqual({ state: "offline", lastHeardMs: 1000 });
});

it("does not begin to wait anew with each failed try to come back", () => {
  const timers = handTimers();
  const store = createConnectionStore(() => 1000, timers);
  store.lost();
  const [first] = timers.waiting.keys();
  store.lost();
  expect([...timers.waiting.keys()]).toEqual([first]);
});

it("takes the alarm back when the line stands again in time", () => {
  const timers = handTimers();
  const store = createConnectionStore(() => 1000, timers);
  store.lost();
  store.joined();
  expect(timers.waiting.size).toBe(0);
  expect(store.current().state).toBe("live");
});
