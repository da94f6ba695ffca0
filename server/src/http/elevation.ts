const elevationKeys: ReadonlySet<string> = new Set([
  "elevation",
  "lastElevation",
  "z",
  "elevationLowerBound",
  "elevationUpperBound",
]);

/** A copy of `content` without any elevation, at every depth: what a viewer without `location_elevation` r gets (S1). */
export function hideElevation<T>(content: T): T {
  if (Array.isArray(content)) return content.map(hideElevation) as T;
  if (content === null || typeof content !== "object" || content instanceof Date) return content;
  return Object.fromEntries(
    Object.entries(content)
      .filter(([key]) => !elevationKeys.has(key))
      .map(([key, value]) => [key, hideElevation(value)]),
  ) as T;
}
