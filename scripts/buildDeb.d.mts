/**
 * Writes a Debian package of the release in dist/ into `folder` and returns its path. `version` is of npm's form,
 * `compression` as dpkg-deb's `-Z` takes it.
 */
export function buildDeb(folder: string, options?: { version?: string; compression?: string }): string;
