import type { PlacedAnchor } from "../model/placed.ts";
import type { UsualLevel, Weakness } from "../model/gatewayLearning.ts";

type PersistedLevel = Pick<UsualLevel, "recent" | "usual" | "watchedMs" | "isOff">;

/** What is worth keeping of how a gateway usually hears, as plain data. */
export interface PersistedLearning {
  /** When it last took part in a fix, ms. */
  notedMs: number;
  residual: PersistedLevel;
  missed: PersistedLevel & { places: number[] };
  weakness: Weakness;
}

/** Null: nothing was noted of the gateway. */
export function persistedLearning({ residual, missed, weakness }: PlacedAnchor): PersistedLearning | null {
  const notedMs = Math.max(residual.notedMs, missed.notedMs);
  if (notedMs === -Infinity) return null;
  return {
    notedMs,
    residual: levelOf(residual),
    missed: { ...levelOf(missed), places: [...missed.places] },
    weakness: { ...weakness },
  };
}

/** Gives a gateway of a new model what was kept of it: what has long been usual, and whether it was already off. */
export function restoreLearning(
  anchor: PlacedAnchor,
  { notedMs, residual, missed, weakness }: PersistedLearning,
): void {
  anchor.residual = { ...anchor.residual, ...levelOf(residual), notedMs };
  anchor.missed = { ...anchor.missed, ...levelOf(missed), notedMs, places: new Set(missed.places) };
  anchor.weakness = { ...weakness };
}

function levelOf({ recent, usual, watchedMs, isOff }: PersistedLevel): PersistedLevel {
  return { recent, usual, watchedMs, isOff };
}
