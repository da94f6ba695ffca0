/** The most that the site may take, bytes. */
export const maxBytes: number;
/**
 * Builds the site into `folder`, after the web app. Resolves to its sizes, or to null if a part of it failed.
 * @param options.minutes how long a recording to make, 15 by default; `base`: the site's folder on its host; `docs`: where
 *   the documentation is published, true: below the site itself; `site`: only this site's things move, and it is the only one;
 *   `recording`: a folder with a recording to take instead of a new one
 */
export function buildDemoSite(
  folder: string,
  options?: { minutes?: number; base?: string; docs?: string | true; site?: string; recording?: string },
): Promise<DemoSiteBytes | null>;
/** Bytes of the demo as files, of the same as a host sends them compressed, and of the documentation within. */
export interface DemoSiteBytes {
  demo: number;
  sent: number;
  docs: number;
}
/** The options of a command line such as `--minutes=5 --docs`. Throws at one that there is not. */
export function demoSiteOptions(words: readonly string[]): NonNullable<Parameters<typeof buildDemoSite>[1]>;
export function buildPublishedDemoSite(words: readonly string[]): Promise<boolean>;
