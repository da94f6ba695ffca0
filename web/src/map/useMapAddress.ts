import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";

export interface MapAddress {
  /** One floor or one in each of some buildings, the last choice first. */
  floors: readonly string[];
  asset: string | null;
  set(change: { floor?: readonly string[]; asset?: string | null }): void;
}

/** The floors and the asset that are open, kept in the address so that it can be shared. */
export function useMapAddress(): MapAddress {
  const [search, setSearch] = useSearchParams();
  const set = useCallback<MapAddress["set"]>(
    (change) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [key, value] of Object.entries(change))
            if (value === null) next.delete(key);
            else next.set(key, String(value));
          // An asset's card takes the place of a gateway's, and what closes a card closes either: in one step, since two
          // changes of the address at once do not know of each other.
          if ("asset" in change) next.delete("gateway");
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  const floor = search.get("floor");
  const floors = useMemo(() => floor?.split(",") ?? [], [floor]);
  return { floors, asset: search.get("asset"), set };
}
