import type { Random } from "@pulse/positioning/model/seededRandom";
import type { Draft } from "../draw/floorDraft.ts";
import { singleRack } from "./storage.ts";

/** Cold store and freezer behind insulated walls, and the quarantine cage. */
export function drawColdRooms(draft: Draft, random: Random): void {
  draft.fill("cold", [46, 0, 7.5, 13]);
  draft.fill("freezer", [53.5, 0, 7.5, 13]);
  for (const u of [46.5, 50, 54, 57.5]) singleRack(draft, random, u, 1.2, 1.3, 8, 6);
  draft.wall("insulated", [46, 0], [46, 13]);
  draft.wall(
    "insulated",
    [46, 13],
    [61, 13],
    [
      { from: 2.2, width: 3, kind: "roller" },
      { from: 9.8, width: 3, kind: "roller" },
    ],
  );
  draft.wall("insulated", [53.5, 0], [53.5, 13], [{ from: 9.7, width: 2.4, kind: "roller" }]);
  draft.label("room", 49.7, 10.6, "Cold store", "+4 °C");
  draft.label("room", 57.3, 10.6, "Freezer", "−22 °C");
  draft.fill("quarantine", [51.6, 28, 8.4, 8]);
  for (const [u, v] of [
    [52.2, 32.2],
    [54.2, 32.2],
    [58, 32.2],
    [52.2, 34.1],
    [56, 34.1],
    [58, 34.1],
  ] as const)
    draft.rect("goods", u, v, 1.4, 1.4);
  draft.wall("mesh", [51.6, 28], [60, 28], [{ from: 2.2, width: 2.2, kind: "gap" }]);
  draft.wall("mesh", [60, 28], [60, 36]);
  draft.wall("mesh", [60, 36], [51.6, 36]);
  draft.wall("mesh", [51.6, 36], [51.6, 28]);
  draft.label("room", 56.6, 29.5, "Quarantine", "On hold");
}

/** The conveyor loop with its infeed and chutes. */
export function drawSorter(draft: Draft): void {
  draft.rect("conveyor", 48.6, 16.2, 10.6, 5, 2.5);
  draft.rect("conveyorInside", 50, 17.6, 7.8, 2.2, 1.1);
  for (let roller = 0; roller < 8; roller++) {
    const u = 51 + roller * 0.86;
    draft.line("thin", [u, 16.2], [u, 17.6]);
    draft.line("thin", [u, 19.8], [u, 21.2]);
  }
  for (let chute = 0; chute < 4; chute++) {
    const u = 49.9 + chute * 2.2;
    draft.rect("rack", u, 21.2, 1.4, 1.7);
    draft.rect("rackEdge", u, 21.2, 1.4, 1.7);
    draft.line("thin", [u, 21.8], [u + 1.4, 21.8]);
    draft.line("thin", [u, 22.4], [u + 1.4, 22.4]);
  }
  draft.rect("conveyor", 46.7, 18, 1.9, 1.4);
  for (let roller = 0; roller < 3; roller++) draft.line("thin", [47.1 + roller * 0.5, 18], [47.1 + roller * 0.5, 19.4]);
  draft.obstacle([49.2, 18.7], [58.6, 18.7]);
  draft.label("room", 53.9, 18.7, "Sorter");
}
