import { limits } from "@pulse/contract/limits";
import { useCallback, useMemo } from "react";
import { useSearch } from "../ui/useSearch.ts";

export interface Sort {
  field: string;
  order: "asc" | "desc";
}

/** The page sizes to choose from; the largest is the server's maximum. */
export const pageLimits = [limits.pageLimit, 50, 100, limits.pageLimitMax] as const;

interface Options {
  /** The order if the address has none. */
  sort: Sort;
  /** The fields that the server can sort by. */
  sortFields: readonly string[];
  /** The names of the list's filters in the address. */
  filters?: readonly string[];
}

export type TableQuery = ReturnType<typeof useTableQuery>;

const own = { keyword: "q", sort: "sort", page: "page", limit: "limit" } as const;
const noFilters: readonly string[] = [];

/**
 * A list's query, kept in the address so that it can be shared and Back works: `q`, `sort` (`name`, `-name`), `page`,
 * `limit` and the list's own filters. Invalid values in the address are ignored.
 */
export function useTableQuery({ sort: firstSort, sortFields, filters: names = noFilters }: Options) {
  const [search, setSearch] = useSearch();
  const page = wholeNumber(search.get(own.page)) ?? 1;
  const limit = pageLimits.find((each) => String(each) === search.get(own.limit)) ?? limits.pageLimit;
  const keyword = (search.get(own.keyword) ?? "").slice(0, 200);
  const sort = sortOf(search.get(own.sort), sortFields) ?? firstSort;
  const filters = Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name);
      return value === null || value === "" ? [] : [[name, value]];
    }),
  );

  const setParameters = useCallback(
    (changes: Record<string, string | null>, options: { replace?: boolean; keepsPage?: boolean } = {}): void =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          // A new search starts at its first page.
          if (options.keepsPage !== true) next.delete(own.page);
          for (const [key, value] of Object.entries(changes))
            if (value === null || value === "") next.delete(key);
            else next.set(key, value);
          return next;
        },
        { replace: options.replace ?? false },
      ),
    [setSearch],
  );
  const { field, order } = sort;

  return {
    page,
    limit,
    keyword,
    sort,
    filters,
    /** Whether a search or filter is on, so that an empty list may be due to it. */
    isNarrowed: keyword !== "" || Object.keys(filters).length > 0,
    /** Changes with the set of rows; stays the same for other pages and orders. */
    scope: JSON.stringify([keyword, filters]),
    /** The parameters of shapes S2. */
    parameters: useMemo(
      () => ({
        page,
        limit,
        sortFields: [field],
        sortOrder: [order],
        ...(keyword === "" ? {} : { searchKeyword: keyword }),
      }),
      [page, limit, field, order, keyword],
    ),
    setPage: (next: number, options: { replace?: boolean } = {}): void =>
      setParameters({ [own.page]: next === 1 ? null : String(next) }, { ...options, keepsPage: true }),
    setLimit: (next: number): void => setParameters({ [own.limit]: next === limits.pageLimit ? null : String(next) }),
    /** Starting to type adds a step to the history; further typing replaces it. */
    setKeyword: (next: string): void =>
      setParameters({ [own.keyword]: next }, { replace: keyword !== "" && next !== "" }),
    /** Ascending first, then descending. */
    toggleSort: (name: string): void => {
      const next: Sort = { field: name, order: field === name && order === "asc" ? "desc" : "asc" };
      const isFirst = next.field === firstSort.field && next.order === firstSort.order;
      setParameters({ [own.sort]: isFirst ? null : (next.order === "desc" ? "-" : "") + next.field });
    },
    /** Sets filters; null removes one. */
    setFilters: (changes: Record<string, string | null>): void => setParameters(changes),
    /** Removes the search and every filter. */
    clear: (): void => setParameters({ [own.keyword]: null, ...Object.fromEntries(names.map((name) => [name, null])) }),
  };
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;
}

function sortOf(text: string | null, fields: readonly string[]): Sort | null {
  if (text === null) return null;
  const isDescending = text.startsWith("-");
  const field = isDescending ? text.slice(1) : text;
  return fields.includes(field) ? { field, order: isDescending ? "desc" : "asc" } : null;
}
