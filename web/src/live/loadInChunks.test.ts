import type { AssetLive } from "@pulse/contract/assets";
import { afterEach, expect, it, vi } from "vitest";
import { createLiveStore } from "./liveStore.ts";
import { loadInChunks } from "./loadInChunks.ts";

afterEach(() => vi.restoreAllMocks());

const assets = (count: number, name: string): AssetLive[] =>
  Array.from(
    { length: count },
    (_, nth) =>
      ({
        guid: `${nth}`,
        name: `${name} ${nth}`,
        type: "Tote",
        lat: 51,
        lon: 7,
        lastUpdated: null,
        sections: [],
      }) as unknown as AssetLive,
  );

/** A clock that is 5 ms later at every reading. */
function slowClock(): void {
  let nowMs = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (nowMs += 5));
}

it("the live store updates a big site that is already shown in portions, and removes missing assets at the end", async () => {
  const live = createLiveStore();
  await loadInChunks(live, assets(1000, "Tote"), () => true);
  const batches: [number, number][] = [];
  live.subscribe((changed, removed) => batches.push([changed.length, removed.length]));
  slowClock();
  await loadInChunks(live, assets(900, "Bin"), () => true);
  expect(batches.length).toBeGreaterThan(3);
  expect(batches.reduce((sum, [changed]) => sum + changed, 0)).toBe(900);
  expect(batches.at(-1)).toEqual([0, 100]);
  expect([...live.all().values()].every(({ name }) => name.startsWith("Bin"))).toBe(true);
});

it("the live store shows a new site at once", async () => {
  const live = createLiveStore();
  const batches: number[] = [];
  live.subscribe((changed) => batches.push(changed.length));
  slowClock();
  await loadInChunks(live, assets(1000, "Tote"), () => true);
  expect(batches).toEqual([1000]);
});

it("the live store stops loading when another site is opened meanwhile", async () => {
  const live = createLiveStore();
  live.load(assets(1000, "Tote"));
  let isWanted = true;
  live.subscribe(() => (isWanted = false));
  slowClock();
  await loadInChunks(live, assets(500, "Bin"), () => isWanted);
  const names = [...live.all().values()].map(({ name }) => name);
  expect(names).toHaveLength(1000);
  expect(names.filter((name) => name.startsWith("Bin"))).toHaveLength(100);
});
