import { vi } from "vitest";

// Not the real time, so that a part that reads another clock fails. Not far from it either: the test runner counts from
// this clock when it last reported, and from a time years ahead it would try again each millisecond.
const twoDaysMs = 2 * 24 * 3_600_000;
const startMs = Date.now() - twoDaysMs;
let worlds = 0;

/**
 * Stops the machine's clock as this process sees it: Amazon's clients and the library that counts windows read it
 * themselves. It stands still until `passOnMachine`, or until each world that holds it has let it go.
 */
export function holdMachineClock(): () => void {
  if (worlds === 0) vi.setSystemTime(startMs);
  worlds += 1;
  return () => {
    worlds -= 1;
    if (worlds === 0) vi.useRealTimers();
  };
}

/** Moves the machine's clock, while it is held, by ms. */
export function passOnMachine(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}
