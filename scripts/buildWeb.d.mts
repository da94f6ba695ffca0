/** Builds the web app if web/dist is missing or was built from other sources. Resolves to false if the build fails. */
export function buildWebIfStale(): Promise<boolean>;
export function buildMapBenchIfStale(): Promise<string | null>;
