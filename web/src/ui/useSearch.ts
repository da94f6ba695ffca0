import { useCallback, useContext } from "react";
import { type Location, UNSAFE_DataRouterContext, useLocation, useNavigate, useSearchParams } from "react-router";

interface How {
  /** Whether Back skips what the address was before. */
  replace?: boolean;
  preventScrollReset?: boolean;
  /** What the entry of the browser's history remembers; left out: nothing. */
  state?: unknown;
  /** Keeps what the entry remembers. */
  keepsState?: boolean;
}

/** Changes the address's search; a page that somebody has left changes nothing. */
export type ChangeSearch = (change: (before: URLSearchParams) => URLSearchParams, how?: How) => void;

/**
 * The address's search, and how to change it. A change starts from the address as it is now and not, as with the
 * router's own hook, as it was last rendered: of two changes before the next rendering both count. Changes need a
 * RouterProvider above.
 */
export function useSearch(): [URLSearchParams, ChangeSearch] {
  const [search] = useSearchParams();
  const rendered = useLocation() as Location<unknown>;
  // The router has no other way to say where it is before React has rendered it.
  const router = useContext(UNSAFE_DataRouterContext)?.router;
  const navigate = useNavigate();
  const { pathname } = rendered;
  const change = useCallback<ChangeSearch>(
    (write, { keepsState = false, state, ...how } = {}) => {
      const now = router!.state.location;
      if (now.pathname !== pathname) return;
      const next = write(new URLSearchParams(now.search));
      void navigate(`?${next.toString()}`, { ...how, state: keepsState ? (now.state as unknown) : state });
    },
    [router, navigate, pathname],
  );
  return [search, change];
}
