/**
 * How many of the partitions a process has for its share: all processes have the same number, or one more in the order of their
 * ids. None if it is not among them.
 * @param from whether the first or the last of them have one more
 */
export function shareOf(
  process: string,
  processes: readonly string[],
  partitions: number,
  from: "first" | "last" = "first",
): number {
  const sorted = processes.toSorted();
  const nth = (from === "first" ? sorted : sorted.toReversed()).indexOf(process);
  if (nth < 0) return 0;
  return Math.floor(partitions / processes.length) + (nth < partitions % processes.length ? 1 : 0);
}
