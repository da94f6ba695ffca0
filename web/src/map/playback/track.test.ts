import type { Position } from "@pulse/contract/assets";
import { describe, expect, it } from "vitest";
import { readPlayback, writePlayback } from "./playbackAddress.ts";
import { marksOf } from "./timeAxis.ts";
import { metreDeg, minute, position, t0 } from "./trackSamples.ts";
import { crossingsOf, summarizeTrack } from "./trackSummary.ts";
import { spotAt, trackOf } from "./track.ts";
import { trailOf } from "./trailOverlay.ts";

describe("a track", () => {
  const track = trackOf([position(60_000, 60_000, 30), position(0, 40_000, 0), position(10 * minute, 12 * minute, 90)]);
  it("a track stays where an asset stood, and goes straight to where it was next", () => {
    expect(spotAt(track, t0 - 1)).toBeNull();
    expect(spotAt(track, t0 + 30_000)).toMatchObject({ lat: 51, seenMs: t0 + 30_000 });
    expect(spotAt(track, t0 + 50_000)?.lat).toBeCloseTo(51 + 15 * metreDeg, 9);
  });
  it("a track stays at the last known place during a long gap, with the time the asset was seen", () => {
    expect(spotAt(track, t0 + 5 * minute)).toMatchObject({ lat: 51 + 30 * metreDeg, seenMs: t0 + minute });
  });
  it("a track points along the general direction, not along each trembling step", () => {
    const step = (nth: number, north: number): Position => ({ ...position(nth * 500, nth * 500, north), moving: true });
    const walk = [0, 1, 0.4, 1.8, 1.2, 2.6, 2.1, 3.4, 2.9, 4.2].map((north, nth) => step(nth, north));
    const back = [0, 1].map((nth) => ({
      ...position(10 * minute + nth * 500, 10 * minute + nth * 500, nth - 300),
      moving: true,
    }));
    const goes = trackOf([...walk, ...back]);
    for (let atMs = 0; atMs < 4500; atMs += 250) expect(spotAt(goes, t0 + atMs)?.headingDeg).toBe(0);
    expect(spotAt(goes, t0 + 10 * minute)?.headingDeg).toBe(0);
  });
  it("a track is split at the shown moment, skips a long gap, and is drawn on the shown floors only", () => {
    const lines = trailOf(track, new Set(["floor"]), t0, t0 + 50_000);
    expect(lines.map(({ properties }) => (properties?.["strength"] === 0 ? "ahead" : "gone"))).toEqual([
      "gone",
      "ahead",
    ]);
    expect(trailOf(track, new Set(["another"]), t0, t0 + 50_000)).toEqual([]);
  });
  it("a track fades with its age", () => {
    const walk = trackOf(Array.from({ length: 60 }, (_, nth) => position(nth * 10_000, nth * 10_000, nth)));
    const lines = trailOf(walk, new Set(["floor"]), t0, t0 + 590_000);
    const strengths = lines.map(({ properties }) => properties?.["strength"] as number);
    expect(strengths.length).toBeGreaterThan(4);
    expect(strengths).toEqual(strengths.toSorted((a, b) => a - b));
    expect(strengths[0]).toBeLessThan(0.5);
    expect(strengths.at(-1)).toBe(1);
  });
});

describe("the story of a span", () => {
  it("the summary of a span lists stops, and sums up how long and how far an asset moved", () => {
    const walk = Array.from({ length: 13 }, (_, nth) =>
      position(10 * minute + nth * 10_000, 10 * minute + nth * 10_000, nth * 10),
    );
    const track = trackOf([
      position(0, 6 * minute, 0),
      position(6 * minute, 10 * minute, 2),
      ...walk.slice(1),
      position(13 * minute, 20 * minute, 121),
    ]);
    const summary = summarizeTrack(track, t0, t0 + 60 * minute);
    expect(summary.halts.map(({ atMs, toMs }) => [atMs - t0, toMs - t0])).toEqual([
      [0, 10 * minute],
      [12 * minute, 20 * minute],
    ]);
    expect(summary.stillMs).toBe(18 * minute);
    expect(summary.movingMs).toBe(2 * minute);
    expect(summary.travelledM).toBeGreaterThan(110);
    expect(summary.travelledM).toBeLessThan(125);
  });
  it("the summary of a span counts a long gap as unknown, neither as moving nor as still", () => {
    const summary = summarizeTrack(
      trackOf([position(0, 5 * minute, 0), position(30 * minute, 40 * minute, 80)]),
      t0,
      t0 + 60 * minute,
    );
    expect(summary.stretches.map(({ kind }) => kind)).toEqual(["still", "unknown", "still"]);
    expect(summary.travelledM).toBe(0);
  });
  it("the summary of a span lists the crossings of geofences in order of time", () => {
    const entry = {
      id: "1",
      geofenceId: "g",
      assetId: "a",
      assetGuid: "a",
      assetName: "A",
      exitReason: null,
      durationS: 60,
    };
    const at = (ms: number): string => new Date(t0 + ms).toISOString();
    const crossings = crossingsOf([
      { ...entry, geofenceName: "Dock", enterTime: at(30_000), exitTime: null },
      { ...entry, geofenceName: "Cold store", enterTime: null, exitTime: at(10_000) },
    ]);
    expect(crossings.map(({ kind, name }) => [kind, name])).toEqual([
      ["left", "Cold store"],
      ["entered", "Dock"],
    ]);
  });
});

describe("the address", () => {
  it("the history's address contains the span, the moment and the assets", () => {
    const span = { fromMs: t0, toMs: t0 + 60 * minute, timeMs: t0 + minute, of: ["a", "b"] };
    const search = writePlayback(new URLSearchParams("floor=1"), span);
    expect(search.get("from")).toBe("2026-11-20T14:00:00Z");
    expect(readPlayback(search)).toEqual(span);
    expect(writePlayback(search, null).toString()).toBe("floor=1");
  });
  it("the history's address means live when its times are invalid, and keeps the moment within the span", () => {
    expect(readPlayback(new URLSearchParams("from=yesterday&to=today"))).toBeNull();
    expect(readPlayback(new URLSearchParams("from=2026-11-20T14:00:00Z&to=2026-11-20T13:00:00Z"))).toBeNull();
    const late = readPlayback(
      new URLSearchParams("from=2026-11-20T14:00:00Z&to=2026-11-20T15:00:00Z&time=2027-01-01T00:00:00Z"),
    );
    expect(late?.timeMs).toBe(t0 + 60 * minute);
  });
});

it("the history's axis is marked at round times, as many as can be read", () => {
  const marks = marksOf(t0 + 1, t0 + 60 * minute, 1000);
  expect(marks).toHaveLength(6);
  expect(marks.every(({ ms }) => ms % (10 * minute) === 0)).toBe(true);
});
