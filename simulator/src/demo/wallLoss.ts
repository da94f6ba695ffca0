import type { WallKind } from "./model.ts";

/** How much weaker a signal is behind each kind of wall, as a person drawing them would guess, dB. */
export const guessedLossDb: Readonly<Record<WallKind, number>> = {
  outer: 12,
  insulated: 8,
  inner: 3,
  low: 0,
  mesh: 1,
  rack: 1,
};
