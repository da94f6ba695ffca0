import { asText } from "../asText.ts";
import type { PathAnswers, Row } from "../format.ts";
import type { DemoApi } from "./demoApi.ts";
import type { World } from "./world.ts";

/** Where the search is answered. */
export const searchPath = "/api/v3/search";

/** Everything that the search finds in the demo, each thing once; the site searches in it by itself. */
export async function recordHits(
  api: DemoApi,
  { sites, assets, trackers, gateways, geofences }: World,
): Promise<PathAnswers> {
  const atMs = Date.now();
  const hits = new Map<string, Row>();
  const search = async (q: string): Promise<void> => {
    const answer = await api.content(searchPath, { q, limit: "50" });
    for (const hit of (answer?.content ?? []) as Row[]) hits.set(asText(hit["id"]), hit);
  };
  for (const { id, name } of [...sites, ...assets, ...trackers, ...gateways, ...geofences]) {
    if (hits.has(id)) continue;
    // Things of a kind are numbered: what is before the number finds up to fifty of them.
    await search(name.replace(/[-\s]*\d.*$/, ""));
    if (!hits.has(id)) await search(name);
  }
  return { kind: "whole", variants: [{ query: {}, atMs, content: [...hits.values()] }] };
}
