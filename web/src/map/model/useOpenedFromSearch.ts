import { useLocation } from "react-router";

/** A key that is new with each result of the search that is opened; null: this page was opened in another way. */
export function useOpenedFromSearch(): string | null {
  const { key, state } = useLocation() as { key: string; state: { isSought?: boolean } | null };
  return state?.isSought === true ? key : null;
}
