import { limits } from "@pulse/contract/limits";
import type { SearchHit, SearchKind } from "@pulse/contract/search";
import type { Viewer } from "../../platform/http/viewer.ts";
import { exactly, type Match, matchScore } from "./matchScore.ts";
import type { Candidate, SearchRepository } from "./search.repository.ts";
import { type SearchedKind, searchedKinds } from "./searchKinds.ts";
import { isForgiven, searchWords } from "./searchWords.ts";

export type SearchService = ReturnType<typeof searchService>;

/** With fewer answers than this, and no exact one, the query may contain a typing error. */
const fewAnswers = 5;
/** Candidates of each kind that are ranked in addition to those shown. */
const spare = 30;

type Ranked = Candidate & Match & { kind: SearchedKind; near: boolean };

/** One search over everything that the viewer may read, best answers first (shapes S14). */
export function searchService(search: SearchRepository) {
  return async (
    viewer: Viewer,
    request: { q: string; siteId?: string | undefined; kinds?: SearchKind[] | undefined; limit?: number | undefined },
  ): Promise<SearchHit[]> => {
    const { limit = limits.searchLimit } = request;
    const query = searchWords(request.q);
    const kinds = searchedKinds.filter(({ kind, may }) => (request.kinds?.includes(kind) ?? true) && may(viewer));
    const sees = viewer.isSuperadmin || viewer.customerId !== null;
    if (query.words.length === 0 || !sees) return [];

    const scope = {
      customerId: viewer.isSuperadmin ? null : viewer.customerId,
      siteIds: viewer.siteIds,
      nearSiteId: request.siteId ?? null,
    };
    const found = new Map<string, Ranked>();
    const look = async (how: "strict" | "forgiving"): Promise<void> => {
      const candidates = await Promise.all(
        kinds.map(async (kind) => ({
          kind,
          rows: await search.candidates(kind.kind, scope, query, how, limit + spare),
        })),
      );
      for (const { kind, rows } of candidates)
        for (const row of rows) {
          const near = row.siteId !== null && row.siteId === scope.nearSiteId;
          found.set(row.id, { ...row, kind, near, ...matchScore(query, row.name, row.fields) });
        }
    };
    await look("strict");
    const isUnderstood = [...found.values()].some((hit) => hit.class >= exactly);
    const isEnough = isUnderstood || found.size >= Math.min(limit, fewAnswers);
    if (!isEnough && query.words.some(isForgiven)) await look("forgiving");

    const best = [...found.values()].sort(byRank).slice(0, limit);
    const shown = new Map(
      (
        await Promise.all(
          [...Map.groupBy(best, ({ kind }) => kind)].map(async ([kind, hits]) => [
            ...(await search.shown(
              kind.kind,
              hits.map(({ id }) => id),
            )),
          ]),
        )
      ).flat(),
    );
    return best.flatMap(({ id, name, kind, siteId, score }) => {
      const how = shown.get(id);
      // Deleted a moment ago.
      if (how === undefined) return [];
      return { kind: kind.kind, id, name, siteId, ...how, score: Number(score.toFixed(3)) };
    });
  };
}

/** Better answers first; among equals those of the caller's site, then the closer match, then by kind and name. */
function byRank(a: Ranked, b: Ranked): number {
  return (
    b.class - a.class ||
    Number(b.near) - Number(a.near) ||
    b.score - a.score ||
    searchedKinds.indexOf(a.kind) - searchedKinds.indexOf(b.kind) ||
    a.name.localeCompare(b.name, "en", { numeric: true }) ||
    (a.id < b.id ? -1 : 1)
  );
}
