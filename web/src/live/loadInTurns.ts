import type { AssetLive } from "@pulse/contract/assets";
import { inTurns } from "../time/inTurns.ts";
import type { LiveStore } from "./liveStore.ts";

/** Takes a whole site as `load` does. One that is shown already is taken some at a time: comparing ten thousand takes a while. */
export async function loadInTurns(
  live: Pick<LiveStore, "isLoaded" | "load" | "merge">,
  list: readonly AssetLive[],
  isWanted: () => boolean,
): Promise<void> {
  if (!isWanted()) return;
  if (!live.isLoaded()) return live.load(list);
  await inTurns(list, (some) => {
    if (isWanted()) live.merge(some, null);
  });
  if (isWanted()) live.merge([], new Set(list.map(({ guid }) => guid)));
}
