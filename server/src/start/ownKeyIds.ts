import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The ids of the keys with which an installation signs tokens; empty: it has none of its own, or has never run. */
export async function ownKeyIds(dataDir: string): Promise<string[]> {
  const text = await readFile(join(dataDir, "keys", "identity-signing-keys.json"), "utf8").catch(() => "{}");
  const { pools = {} } = JSON.parse(text) as { pools?: Record<string, { kid: string }[]> };
  return Object.values(pools).flatMap((keys) => keys.map(({ kid }) => kid));
}
