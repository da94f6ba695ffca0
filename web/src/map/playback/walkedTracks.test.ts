import { expect, it } from "vitest";
import { trackOf } from "./track.ts";
import { position, t0 } from "./trackSamples.ts";
import { walkedTracks } from "./walkedTracks.ts";

const step = (ms: number) => position(ms, ms, ms / 1000);
const walk = (...times: number[]) => trackOf(times.map(step));

it("a piece is matched from where the piece before has ended, and what stood still is left alone", async () => {
  const matched: number[] = [];
  const walked = await walkedTracks({
    tracks: new Map([
      ["walker", walk(10_000, 12_000)],
      ["newcomer", walk(11_000, 13_000)],
      ["shelf", walk(10_000)],
    ]),
    before: new Map([["walker", walk(4_000, 8_000)]]),
    match: (track) => (matched.push(track.positions.length), track),
    rest: async () => undefined,
    clockMs: () => 0,
  });
  expect(matched).toEqual([4, 2]);
  const startsOf = (guid: string) => [...walked.get(guid)!.startsMs].map((ms) => ms - t0);
  expect(startsOf("walker")).toEqual([8_000, 10_000, 12_000]);
  expect(startsOf("newcomer")).toEqual([11_000, 13_000]);
  expect(startsOf("shelf")).toEqual([10_000]);
});

it("tracks for which no time is left are shown as they are stored", async () => {
  let clockMs = 0;
  const matched: number[] = [];
  const walked = await walkedTracks({
    tracks: new Map(["a", "b", "c"].map((guid) => [guid, walk(0, 2_000)])),
    before: undefined,
    match: (track) => (matched.push(clockMs), track),
    rest: async () => void (clockMs += 1_000),
    clockMs: () => clockMs,
  });
  expect(matched).toEqual([0, 1_000]);
  expect([...walked.keys()]).toEqual(["a", "b", "c"]);
});
