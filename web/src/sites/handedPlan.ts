let waiting: { siteId: string; file: File } | null = null;

/** Keeps a plan that was dropped on one page until the page with its site's floors takes it. */
export function handPlan(siteId: string, file: File): void {
  waiting = { siteId, file };
}

/** The plan that was dropped for this site, once; a plan for another site is forgotten. */
export function takeHandedPlan(siteId: string): File | undefined {
  const handed = waiting?.siteId === siteId ? waiting.file : undefined;
  waiting = null;
  return handed;
}
