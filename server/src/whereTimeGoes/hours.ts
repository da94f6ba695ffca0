export const hourMs = 3_600_000;

/** The beginning of the hour in which a moment lies. */
export const hourOf = (ms: number): number => Math.floor(ms / hourMs) * hourMs;
