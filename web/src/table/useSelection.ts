import { useState } from "react";

export interface Selection<Row> {
  rows: readonly Row[];
  count: number;
  has(id: string): boolean;
  toggle(row: Row): void;
  /** All rows of a page, some of them, or none. */
  stateOf(page: readonly Row[]): "all" | "some" | "none";
  /** Selects a page, or deselects it if all of it is selected. */
  togglePage(page: readonly Row[]): void;
  /** Selects these rows besides those that are selected. */
  add(rows: readonly Row[]): void;
  clear(): void;
}

/**
 * The selected rows, across pages. A new `scope` (another search, another customer) clears the selection: rows that the
 * current search does not show should not be deleted with the others.
 */
export function useSelection<Row>(idOf: (row: Row) => string, scope: string): Selection<Row> {
  const [state, setState] = useState<{ scope: string; rows: ReadonlyMap<string, Row> }>({ scope, rows: new Map() });
  const chosen: ReadonlyMap<string, Row> = state.scope === scope ? state.rows : new Map<string, Row>();
  const change = (edit: (rows: Map<string, Row>) => void): void => {
    const rows = new Map(chosen);
    edit(rows);
    setState({ scope, rows });
  };
  const stateOf = (page: readonly Row[]): "all" | "some" | "none" => {
    const count = page.filter((row) => chosen.has(idOf(row))).length;
    return count === 0 ? "none" : count === page.length ? "all" : "some";
  };
  return {
    rows: [...chosen.values()],
    count: chosen.size,
    has: (id) => chosen.has(id),
    toggle: (row) =>
      change((rows) => {
        if (!rows.delete(idOf(row))) rows.set(idOf(row), row);
      }),
    stateOf,
    togglePage: (page) =>
      change((rows) => {
        const isAll = stateOf(page) === "all";
        for (const row of page)
          if (isAll) rows.delete(idOf(row));
          else rows.set(idOf(row), row);
      }),
    add: (more) =>
      change((rows) => {
        for (const row of more) rows.set(idOf(row), row);
      }),
    clear: () => setState({ scope, rows: new Map() }),
  };
}
