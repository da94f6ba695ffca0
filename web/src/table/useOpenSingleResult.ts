import { useEffect, useEffectEvent, useRef } from "react";
import type { TablePage } from "./useTablePage.ts";
import type { TableQuery } from "./useTableQuery.ts";

interface Options<Row> {
  query: Pick<TableQuery, "keyword" | "setKeyword">;
  page: Pick<TablePage<Row>, "rows" | "metadata" | "isLoading" | "isStale">;
  open(row: Row): void;
}

/**
 * Opens the only row that a search finds, if the search ended with Enter. A scanner sends Enter after each code, so a
 * scanned thing opens at once.
 */
export function useOpenSingleResult<Row>({ query, page, open }: Options<Row>) {
  /** The search for which Enter was pressed, until its answer arrives. */
  const entered = useRef<string | null>(null);
  const openOnly = useEffectEvent(() => {
    const isAnswered = !page.isLoading && !page.isStale && page.metadata !== undefined;
    if (!isAnswered || entered.current !== query.keyword) return;
    entered.current = null;
    const [only] = page.rows;
    if (only !== undefined && page.metadata?.totalCount === 1) open(only);
  });
  useEffect(() => openOnly());
  return {
    search: (keyword: string): void => {
      entered.current = null;
      query.setKeyword(keyword);
    },
    enter: (keyword: string): void => {
      entered.current = keyword === "" ? null : keyword;
      const [only] = page.rows;
      const isShown = keyword !== "" && keyword === query.keyword && !page.isStale && page.metadata?.totalCount === 1;
      if (isShown && only !== undefined) open(only);
    },
  };
}
