import { useCallback } from "react";
import { useSearchParams } from "react-router";

export interface MapAddress {
  floor: string | null;
  asset: string | null;
  set(change: { floor?: string | null; asset?: string | null }): void;
}

/** The floor and the asset that are open, kept in the address so that it can be shared. */
export function useMapAddress(): MapAddress {
  const [search, setSearch] = useSearchParams();
  const set = useCallback<MapAddress["set"]>(
    (change) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [key, value] of Object.entries(change))
            if (value === null) next.delete(key);
            else next.set(key, value);
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return { floor: search.get("floor"), asset: search.get("asset"), set };
}
