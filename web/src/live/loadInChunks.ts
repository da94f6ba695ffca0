import type { AssetLive } from "@pulse/contract/assets";
import { inChunks } from "../time/inChunks.ts";
import type { LiveStore } from "./liveStore.ts";

/** Takes a whole site as `load` does, in portions if the site is already shown: comparing ten thousand assets takes a while. */
export async function loadInChunks(
  live: Pick<LiveStore, "isLoaded" | "load" | "merge">,
  list: readonly AssetLive[],
  isWanted: () => boolean,
): Promise<void> {
  if (!isWanted()) return;
  if (!live.isLoaded()) return live.load(list);
  await inChunks(list, (some) => {
    if (isWanted()) live.merge(some, null);
  });
  if (isWanted()) live.merge([], new Set(list.map(({ guid }) => guid)));
}
