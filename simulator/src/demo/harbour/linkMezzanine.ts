import type { Draft } from "../draw/floorDraft.ts";
import { linkOfficeBlock } from "./linkFloor1.ts";

const CROSS_AISLES = [17.6, 30.5, 43];

/** Where people go on the mezzanine: the main aisle and the aisles between the shelves, the offices, the band. */
export function linkMezzanine(draft: Draft): void {
  const [west, first, middle, last] = [16.9, 17.6, 30.5, 43].map((u) => draft.waypoint(u, 11));
  const parts = [24, 37].map((u) => draft.stop("Small parts", u, 11));
  draft.link(west, first, parts[0], middle, parts[1], last);
  const north = linkShelves(draft, [first, middle, last]);
  const { lift, offices } = linkOfficeBlock(draft, {
    office: "Operations",
    small: "Server",
    store: "Plant",
    large: "Training",
  });
  draft.link(offices, draft.waypoint(17.2, 4.2), north);
  draft.link(west, lift);
  linkBand(draft, lift);
}

/** The aisles between the shelves; returns the node nearest to the offices' door. */
function linkShelves(draft: Draft, foot: readonly (number | undefined)[]): number | undefined {
  const chains = foot.map((node) => [node]);
  for (const v of [7.8, 5.2, 2.6]) {
    const ends = chains.map((chain, index) => {
      const node = draft.waypoint(CROSS_AISLES[index] ?? 0, v);
      draft.link(chain.at(-1), node);
      chain.push(node);
      return node;
    });
    const stops = [21, 24, 27, 34, 37, 40].map((u) => draft.stop("Small parts", u, v));
    draft.link(ends[0], ...stops.slice(0, 3), ends[1], ...stops.slice(3), ends[2]);
  }
  return chains[0]?.[2];
}

function linkBand(draft: Draft, lobby: number): void {
  const band = [14.2, 18.6, 24.6, 30.6, 35.6].map((v) => draft.waypoint(15.3, v));
  draft.link(lobby, ...band);
  for (const [node, v] of [
    [band[0], 15.4],
    [band[1], 18.9],
  ] as const)
    draft.link(node, draft.waypoint(13.4, v), draft.stop("Kitting", 9.6, v), draft.stop("Kitting", 3.6, v));
  draft.link(
    band[2],
    draft.waypoint(13.4, 25.2),
    draft.stop("Print and labels", 8.4, 25.3),
    draft.stop("Print and labels", 3, 25.3),
  );
  draft.link(
    band[3],
    draft.waypoint(12.6, 30.7),
    draft.stop("Spare totes", 7, 30.8),
    draft.stop("Spare totes", 3, 30.8),
  );
  draft.link(
    band[4],
    draft.waypoint(12.6, 35.8),
    draft.stop("Spare totes", 9, 35.8),
    draft.stop("Spare totes", 4, 35.8),
  );
}
