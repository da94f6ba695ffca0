import type { Random } from "../../random.ts";
import type { Draft } from "../draw/floorDraft.ts";
import { singleRack } from "./storage.ts";

/** Cold store and freezer behind insulated walls, and the quarantine cage. */
export function drawColdRooms(draft: Draft, random: Random): void {
  draft.fill("cold", [72, 0, 14, 24]);
  draft.fill("freezer", [86, 0, 14, 24]);
  for (const u of [74.2, 78.6, 83]) singleRack(draft, random, u, 3, 1.7, 14.5, 11);
  for (const u of [88.2, 92.2, 96.2]) singleRack(draft, random, u, 3, 1.9, 14.5, 11);
  draft.wall("insulated", [72, 0], [72, 24]);
  draft.wall(
    "insulated",
    [72, 24],
    [100, 24],
    [
      { from: 4.6, width: 4, kind: "roller" },
      { from: 18, width: 4, kind: "roller" },
    ],
  );
  draft.wall("insulated", [86, 0], [86, 24], [{ from: 19, width: 3, kind: "roller" }]);
  draft.label("room", 79, 20.1, "Cold store", "+4 °C");
  draft.label("room", 93, 20.1, "Freezer", "−22 °C");
  draft.fill("quarantine", [86.5, 47, 11.5, 12]);
  for (const [u, v] of [
    [87.2, 54],
    [90.1, 54],
    [95.6, 54],
    [87.2, 56.6],
    [93, 56.6],
    [95.6, 56.6],
  ] as const)
    draft.rect("goods", u, v, 1.6, 1.6);
  draft.wall("mesh", [86.5, 47], [98, 47], [{ from: 3.7, width: 2.4, kind: "gap" }]);
  draft.wall("mesh", [98, 47], [98, 59]);
  draft.wall("mesh", [98, 59], [86.5, 59]);
  draft.wall("mesh", [86.5, 59], [86.5, 47]);
  draft.label("room", 92.3, 50, "Quarantine", "On hold");
}

/** The conveyor loop with its infeed and chutes. */
export function drawSorter(draft: Draft): void {
  draft.rect("conveyor", 75.5, 29.6, 21, 8.4, 4.2);
  draft.rect("conveyorInside", 77.3, 31.4, 17.4, 4.8, 2.4);
  for (let roller = 0; roller < 13; roller++) {
    const u = 79.6 + roller * 1.06;
    draft.line("thin", [u, 29.6], [u, 31.4]);
    draft.line("thin", [u, 36.2], [u, 38]);
  }
  for (let chute = 0; chute < 5; chute++) {
    const u = 78.4 + chute * 3.3;
    draft.rect("rack", u, 38, 1.9, 3);
    draft.rect("rackEdge", u, 38, 1.9, 3);
    draft.line("thin", [u, 39], [u + 1.9, 39]);
    draft.line("thin", [u, 40], [u + 1.9, 40]);
  }
  draft.rect("conveyor", 73, 32.6, 2.5, 1.7);
  for (let roller = 0; roller < 3; roller++)
    draft.line("thin", [73.6 + roller * 0.7, 32.6], [73.6 + roller * 0.7, 34.3]);
  draft.obstacle([76.4, 33.8], [95.6, 33.8]);
  draft.label("room", 86, 33.8, "Sorter");
}
