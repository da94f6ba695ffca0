/** The most that the site may take, bytes. */
export const maxBytes: number;
/**
 * Builds the site into `folder`, after the web app. Resolves to its bytes, or to null if a part of it failed.
 * @param options.minutes how long a recording to make, 15 by default; `base`: the site's folder on its host; `docs`: where
 *   the documentation is published, if anywhere; `site`: only this site's things move, and it is the only one;
 *   `recording`: a folder with a recording to take instead of a new one
 */
export function buildDemoSite(
  folder: string,
  options?: { minutes?: number; base?: string; docs?: string; site?: string; recording?: string },
): Promise<number | null>;
export function buildPublishedDemoSite(words: readonly string[]): Promise<boolean>;
