export const hourMs = 3_600_000;

/** The beginning of the hour that contains a moment. */
export const hourOf = (ms: number): number => Math.floor(ms / hourMs) * hourMs;
