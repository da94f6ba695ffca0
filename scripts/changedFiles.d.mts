/** The files that differ from a commit (HEAD: what is not committed yet), new ones included, as paths from the root. */
export function changedFiles(since?: string, repository?: string): string[];
/** The specs that a change of these files can break: changed ones, and those named after what changed. */
export function specsToRun(changed: string[], specs: string[]): string[];
