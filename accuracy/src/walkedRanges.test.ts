import { expect, it } from "vitest";
import { walkedFigures } from "./walkedRanges.ts";

it.each([true, false])(
  "walking trackers are located as exactly as their ranges are, with RSSI besides: %s",
  (hasRssi) => {
    const { medianM, p90M, within68, within95 } = walkedFigures({ sdM: 0.3, everyMs: 1000, hasRssi }, [3161]);
    expect(medianM).toBeLessThan(0.3);
    expect(p90M).toBeLessThan(0.65);
    expect(within68).toBeGreaterThan(0.6);
    expect(within68).toBeLessThan(0.8);
    expect(within95).toBeGreaterThan(0.92);
  },
);
