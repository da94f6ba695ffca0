/** Writes `pulse-chart-VERSION.tgz` into `folder` and returns its path. The image's tag is the version, too. */
export function buildHelm(folder: string, version: string): string;
