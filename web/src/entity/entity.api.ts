import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isOneOf, nounKeys } from "../api/queryKeys.ts";
import { useServices } from "../services/services.tsx";
import type { Noun, Stored } from "./Noun.ts";
import { placeOf, type Scope } from "./Scope.ts";

/** One stored thing by its id. */
export function useEntity<Row extends Stored, Entity extends Row>(
  { name, endpoints: { get } }: Noun<Row, Entity>,
  scope: Scope,
  id: string,
) {
  const { api } = useServices();
  return useQuery({
    queryKey: nounKeys(name, scope.siteId).one(id),
    queryFn: ({ signal }): Promise<Entity> => api.call(get, { params: { id }, query: placeOf(get, scope), signal }),
  });
}

/** Updates of a noun's cached answers after a change. */
export interface NounCache<Entity> {
  /** Shows the saved thing from now on. */
  put(saved: Entity, scope: Scope): void;
  /** Reloads the noun and queries that show its names and counts; deleted things are not fetched again. */
  changed(deletedIds?: readonly string[]): Promise<void>;
  /** Removes deleted things, each once no page shows it: a page still open would fetch it again. */
  forget(deletedIds: readonly string[]): void;
}

/** The cached answers about a noun. */
export function useNounCache<Row extends Stored, Entity extends Row>(
  noun: Pick<Noun<Row, Entity>, "name" | "shownIn" | "toKeep">,
): NounCache<Entity> {
  const queries = useQueryClient();
  const { name, shownIn = [], toKeep } = noun;
  return {
    put: (saved, { siteId }) => {
      queries.setQueryData(nounKeys(name, siteId).one(saved.id), toKeep?.(saved) ?? saved);
    },
    changed: async (deletedIds = []) => {
      const isDeleted = isOneOf(deletedIds);
      const firstParts = [...new Set([name, ...shownIn])];
      await Promise.all(
        firstParts.map((part) =>
          queries.invalidateQueries({ queryKey: [part], predicate: (query) => !isDeleted(query) }),
        ),
      );
    },
    forget: (deletedIds) => {
      const cache = queries.getQueryCache();
      for (const query of cache.findAll({ predicate: isOneOf(deletedIds) })) {
        if (query.getObserversCount() === 0) {
          cache.remove(query);
          continue;
        }
        const stop = cache.subscribe((event) => {
          if (event.query !== query || event.type !== "observerRemoved" || query.getObserversCount() > 0) return;
          stop();
          cache.remove(query);
        });
      }
    },
  };
}
