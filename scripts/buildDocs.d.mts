/** Builds the documentation site if docs/dist is missing or old. Resolves to false if the build fails. */
export function buildDocsIfStale(): Promise<boolean>;
export function buildDocsInBackground(): void;
