/** Two fixes closer in time than this count as equally new; then the more certain one is used (decisions C14). */
const sameMomentMs = 10_000;

/**
 * The asset's position among those of its trackers: the newest fix or, of those within 10 s of it, the one with the
 * smallest radius.
 */
export function newestOf<Position extends { end_ts: Date; accuracy: number }>(
  positions: readonly Position[],
): Position | null {
  const byAge = [...positions].sort((a, b) => b.end_ts.getTime() - a.end_ts.getTime());
  const [newest] = byAge;
  if (!newest) return null;
  return byAge
    .filter((position) => newest.end_ts.getTime() - position.end_ts.getTime() <= sameMomentMs)
    .reduce((best, position) => (position.accuracy < best.accuracy ? position : best));
}
