/** Builds the web app when web/dist is missing or was built from other sources. Resolves to false where the build fails. */
export function buildWebIfStale(): Promise<boolean>;
