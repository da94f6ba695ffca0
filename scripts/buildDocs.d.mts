/** Builds the documentation site if docs/dist is missing or old. Resolves to false if the build fails. */
export function buildDocsIfStale(): Promise<boolean>;
export function buildDocsInBackground(): void;
/** Builds the site as it is published beside the demo without a server. Resolves to its folder, or to null if that fails. */
export function buildPublishedDocs(base: string, demoUrl: string): Promise<string | null>;
