export const shortAccuracy: string;
export function accuracyNeeded(folder?: string): string[];
export function recordAccuracyPassed(folder?: string): void;
