import { describe, expect, it } from "vitest";
import { testNoise } from "../model/testNoise.ts";
import { shiftsFor } from "./frameStrength.ts";
import { insertPacket, newRssiWindow, windowStats } from "./rssiWindow.ts";
import { fromDecibels, packetMean } from "./packetMean.ts";

function windowOf(rssi: readonly number[], smoothed = false): number {
  const window = newRssiWindow();
  rssi.forEach((value, i) => insertPacket(window, 1000 + 200 * i, value, 0));
  window.smoothed = smoothed;
  const stats = { count: 0, meanDbm: 0, faintestDbm: 0, middleMs: 0 };
  windowStats(window, shiftsFor(window, null), 0, 1000 + 200 * rssi.length, Infinity, stats);
  return stats.meanDbm;
}

describe("mean of a window's packets", () => {
  it("the mean of a window's packets hardly moves when one of five packets faded", () => {
    expect(windowOf([-70, -70, -70, -70, -70]) - windowOf([-70, -70, -90, -70, -70])).toBeLessThan(3);
  });

  it("the mean of a window's packets scatters less than the mean of decibels where paths cancel", () => {
    const random = testNoise(41).next;
    // Without a dominant path, power is distributed exponentially; the decibels of five scatter by 2.49 dB.
    const faded = (): number => -70 + 10 * Math.log10(-Math.log(1 - random()));
    const means = Array.from({ length: 4000 }, () => windowOf(Array.from({ length: 5 }, faded)));
    const middle = means.reduce((sum, value) => sum + value, 0) / means.length;
    const scatter = Math.sqrt(means.reduce((sum, value) => sum + (value - middle) ** 2, 0) / means.length);
    expect(scatter).toBeLessThan(2.3);
  });

  it("the mean of a window's packets ignores a receiver's impossible reading", () => {
    expect(windowOf([-88, -87, 4, -89, -88])).toBeCloseTo(windowOf([-88, -87, -89, -88]), 0);
    expect(packetMean([-88, -87, 4, -89, -88])).toBeLessThan(-87);
  });

  it("the mean is the same for a survey's packets as for a live window, and nearly so from averaged decibels", () => {
    const heard = [-71, -64.5, -80, -127, 20];
    expect(packetMean(heard)).toBeCloseTo(windowOf(heard), 6);
    const { normal } = testNoise(43);
    const noisy = (): number => -70 + 3.8 * normal();
    for (const packets of [1, 2, 5, 20]) {
      let [asLive, asKept] = [0, 0];
      for (let i = 0; i < 2000; i++) {
        const rssi = Array.from({ length: packets }, noisy);
        const decibels = rssi.reduce((sum, value) => sum + value, 0) / packets;
        asLive += windowOf(rssi) / 2000;
        asKept += fromDecibels(decibels, Math.min(...rssi), Math.max(...rssi), packets) / 2000;
      }
      expect(Math.abs(asKept - asLive)).toBeLessThan(0.15);
    }
  });

  it("the mean of a window's packets is the newest packet of a gateway that has averaged already", () => {
    expect(windowOf([-90, -60, -72], true)).toBe(-72);
  });
});
