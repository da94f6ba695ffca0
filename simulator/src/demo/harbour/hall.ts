import { marginFrame, type Pair } from "../draw/floorDraft.ts";

/** Margins of the image around the building: the shadow, and the first metres of the trailers at the docks. */
export const MARGIN = { left: 2, top: 2, right: 2, bottom: 4.5 };
/** The office block reaches this far north of the hall. In the drawing the hall's north-west corner is (0, 0). */
export const BLOCK_M = 5;
export const HALL = { w: 61, h: 38 };
export const frame = marginFrame(MARGIN.left, MARGIN.top + BLOCK_M);

export const RACK_ROWS = [3.2, 8.4, 13.6, 18.8].map((v, index) => ({ id: "ABCD".charAt(index), v }));
export const RACK_BLOCKS: readonly Pair[] = [
  [20, 30],
  [33, 43],
];
export const DOCKS = Array.from({ length: 5 }, (_, index) => ({ number: index + 1, u: 20.2 + index * 6.6 }));
