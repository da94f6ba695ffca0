import type { Position } from "@pulse/contract/assets";
import { describe, expect, it } from "vitest";
import { lastSpan } from "./lastSpan.ts";
import { readPlayback, writePlayback } from "./playbackAddress.ts";
import { metreDeg, minute, position, t0 } from "./trackSamples.ts";
import { crossingsOf, eventsOf } from "./historyEvents.ts";
import { settleTrack } from "./settleTrack.ts";
import { spotAt, trackOf } from "./track.ts";
import { placesOf, summarizeTrack } from "./trackSummary.ts";
import { trailGaps, trailOf } from "./trailLines.ts";

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
    expect(lines.map(({ properties }) => (properties?.["isAhead"] === true ? "ahead" : "gone"))).toEqual([
      "gone",
      "ahead",
    ]);
    expect(trailOf(track, new Set(["another"]), t0, t0 + 50_000)).toEqual([]);
  });
  it("a track fades with the square of its age, in at least 32 pieces, from its own beginning", () => {
    const walk = trackOf(Array.from({ length: 60 }, (_, nth) => position(nth * 10_000, nth * 10_000, nth)));
    const lines = trailOf(walk, new Set(["floor"]), t0 - 60 * minute, t0 + 590_000);
    const [ages, strengths] = ["age", "strength"].map((name) =>
      lines.map(({ properties }) => properties?.[name] as number),
    );
    expect(lines.length).toBeGreaterThanOrEqual(32);
    expect(ages).toEqual(ages!.toSorted((a, b) => a - b));
    expect(ages![0]).toBeLessThan(0.1);
    expect(ages!.at(-1)).toBe(1);
    expect(strengths).toEqual(ages!.map((age) => age * age));
    // Long after the last position its end is as clear as before.
    const later = trailOf(walk, new Set(["floor"]), t0, t0 + 30 * minute);
    expect(later.at(-1)?.properties).toMatchObject({ isAhead: false, age: 1 });
  });
  it("a silence of a track is named once it is past, between the places before and after it", () => {
    const at = (ms: number) => trailGaps(track, new Set(["floor"]), t0 + ms);
    expect(at(9 * minute)).toEqual([]);
    expect(at(10 * minute)).toMatchObject([{ fromMs: t0 + minute, toMs: t0 + 10 * minute }]);
    expect(at(10 * minute)[0]?.lat).toBeCloseTo(51 + 60 * metreDeg, 9);
    expect(trailGaps(track, new Set(["another"]), t0 + 10 * minute)).toEqual([]);
  });
  it("a track rests at one place while an asset stood, and moves as before otherwise", () => {
    const stay = [0, 3, 1, 4].map((north, nth) =>
      position(nth * minute, (nth + (nth === 2 ? 1 : 0.4)) * minute, north),
    );
    const settled = settleTrack(trackOf([...stay, position(6 * minute, 6 * minute, 40)]));
    expect(settled.positions.map(({ lat }) => Math.round((lat - 51) / metreDeg))).toEqual([2, 2, 2, 2, 40]);
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
  const inRoom = (name: string) => ({ room: { id: name, name, probability: 0.9 } });
  it("the summary of a span merges stops at one place with a short absence between them", () => {
    const summary = summarizeTrack(
      trackOf([
        position(0, 4 * minute, 0, inRoom("Cold store")),
        position(4.5 * minute, 4.5 * minute, 12),
        position(5 * minute, 9 * minute, 8, inRoom("Cold store")),
      ]),
      t0,
      t0 + 60 * minute,
    );
    expect(summary.halts).toMatchObject([{ atMs: t0, toMs: t0 + 9 * minute, room: "Cold store" }]);
    expect(summary.stillMs).toBe(9 * minute);
  });
  it("the summary of a span numbers a place once, however often an asset stopped there", () => {
    const summary = summarizeTrack(
      trackOf([
        position(0, 4 * minute, 0),
        position(6 * minute, 10 * minute, 50),
        position(12 * minute, 18 * minute, 3),
        position(40 * minute, 42 * minute, 2),
      ]),
      t0,
      t0 + 60 * minute,
    );
    expect(summary.halts.map(({ place }) => place)).toEqual([1, 2, 1, 1]);
    const places = placesOf(summary.halts, t0 + 15 * minute);
    expect(places.map(({ place, lastingMs }) => [place, lastingMs])).toEqual([
      [1, 7 * minute],
      [2, 4 * minute],
    ]);
    expect(eventsOf(summary, []).map(({ kind }) => kind)).toEqual(["halt", "halt", "halt", "gap", "halt"]);
  });
  it("the summary of a span keeps stops apart that are far from each other in one room, or in different rooms", () => {
    const summary = summarizeTrack(
      trackOf([
        position(0, 4 * minute, 0, inRoom("Hall")),
        position(5 * minute, 9 * minute, 40, inRoom("Hall")),
        position(10 * minute, 10 * minute, 70),
        position(11 * minute, 14 * minute, 36, inRoom("Office")),
      ]),
      t0,
      t0 + 60 * minute,
    );
    expect(summary.halts.map(({ place, room }) => [place, room])).toEqual([
      [1, "Hall"],
      [2, "Hall"],
      [3, "Office"],
    ]);
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
    const first = { ...span, timeMs: t0 };
    expect(readPlayback(writePlayback(new URLSearchParams(), first))).toEqual(first);
    const open = { ...span, timeMs: null };
    expect(writePlayback(new URLSearchParams(), open).has("time")).toBe(false);
    expect(readPlayback(writePlayback(new URLSearchParams(), open))).toEqual(open);
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

it("the history of an asset is its last hour, or the hour up to its last position if that is older", () => {
  const nowMs = t0 + 5_000;
  const open = { timeMs: null };
  expect(lastSpan(nowMs, { guid: "a", lastUpdatedMs: nowMs - 2_000 })).toEqual({
    ...open,
    fromMs: t0 - 60 * minute,
    toMs: t0,
    of: ["a"],
  });
  expect(lastSpan(nowMs, { guid: "a", lastUpdatedMs: t0 - 600 * minute })).toMatchObject({
    fromMs: t0 - 659 * minute,
    toMs: t0 - 599 * minute,
  });
  expect(lastSpan(nowMs, null)).toEqual({ ...open, fromMs: t0 - 1440 * minute, toMs: t0, of: [] });
});
