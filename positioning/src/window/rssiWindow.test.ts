import { expect, test } from "vitest";
import { insertPacket, newRssiWindow } from "./rssiWindow.ts";
import { WINDOW } from "./windowConstants.ts";

/** How many packets of the last 15 s are stored, of a tag that is heard eleven times a second. */
function recentAfter(dateOf: (nth: number) => number): number {
  const window = newRssiWindow();
  const stepMs = 90;
  const packets = 2 * WINDOW.maxStoredPackets;
  for (let nth = 0; nth < packets; nth++) insertPacket(window, dateOf(nth * stepMs), -60 - (nth % 7), 0);
  const nowMs = packets * stepMs;
  return window.atMs.subarray(0, window.count).filter((atMs) => atMs <= nowMs && atMs > nowMs - 15_000).length;
}

test("a window that is full keeps the packets of the last seconds, whatever one packet dated ahead says", () => {
  const usual = recentAfter((atMs) => atMs);
  expect(usual).toBeGreaterThan(150);
  const lastMs = (2 * WINDOW.maxStoredPackets - 40) * 90;
  expect(recentAfter((atMs) => (atMs === lastMs ? atMs + 40_000 : atMs))).toBeGreaterThanOrEqual(usual - 1);
});
