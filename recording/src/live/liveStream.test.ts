import { expect, test } from "vitest";
import type { Row } from "../format.ts";
import { longestSilenceMs, packStream, playStream } from "./liveStream.ts";

const startedAtMs = Date.parse("2026-11-29T10:00:00.000Z");
const update = (guid: string, lat: number, heard: string): Row => ({
  guid,
  lat,
  lon: 10,
  floor_id: "f",
  last_updated: heard,
  room: { id: "r", name: "Hall", probability: 1 },
});
const first = update("a", 53.123_456_789, "2026-11-29T10:00:00.500Z");
const second = update("a", 53.2, "2026-11-29T10:00:01.500Z");
const stream = packStream(
  [
    { atMs: 600, name: "location_update", content: [first, update("b", 1, "2026-11-29T10:00:00.400Z")] },
    { atMs: 900, name: "notification", content: { id: "e" } },
    { atMs: 1_600, name: "location_update", content: [second] },
  ],
  startedAtMs,
);

test("a stream contains only what changed between two updates of a tracker", () => {
  expect(stream.frames[1]).toEqual([1_600, 1_500, [[0, 0, 765_432, 0]]]);
  expect(stream.events).toEqual([[900, "notification", { id: "e" }]]);
});

test("a tracker that stays at its place is updated every five seconds", () => {
  const heard = (at: number): Row => update("a", 53, `2026-11-29T10:00:0${at}.000Z`);
  const messages = [1, 2, 3, 4, 5, 6].map((at) => ({
    atMs: at * 1_000,
    name: "location_update",
    content: [heard(at)],
  }));
  expect(packStream(messages, startedAtMs).frames.map(([atMs]) => atMs)).toEqual([1_000, 6_000]);
});

test("what came after the recording's end is left out", () => {
  const message = { atMs: 2_000, name: "location_update", content: [first] };
  expect(packStream([message], startedAtMs, 1_000).frames).toEqual([]);
});

test("a stream plays back what was received, moved in time, with places to a hundredth of a metre", () => {
  const playback = playStream(stream);
  expect([...playback.advance(700)]).toEqual([0, 1]);
  const aDayMs = 24 * 3600_000;
  expect(playback.updateOf(0, startedAtMs + aDayMs)).toEqual({
    ...first,
    lat: 53.123_456_8,
    last_updated: "2026-11-30T10:00:00.500Z",
  });
  expect([...playback.advance(5_000)]).toEqual([0]);
  expect(playback.updateOf(0, startedAtMs)).toEqual(second);
});

test("the silence of a stream counts from the recording's beginning to its end", () => {
  expect(longestSilenceMs(stream, 2_000)).toBe(1_000);
  expect(longestSilenceMs(stream, 900_000)).toBe(898_400);
  expect(longestSilenceMs({ guids: [], frames: [], events: [] }, 900_000)).toBe(900_000);
});
