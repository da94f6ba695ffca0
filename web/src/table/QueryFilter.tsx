import { FilterChip } from "./FilterChip.tsx";
import type { TableQuery } from "./useTableQuery.ts";

interface Props {
  query: Pick<TableQuery, "filters" | "setFilters">;
  /** The filter's name in the address and in the request. */
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
}

/** A filter chip whose value is in the list's query. */
export function QueryFilter({ query: { filters, setFilters }, name, label, options }: Props) {
  return (
    <FilterChip
      label={label}
      value={filters[name] ?? null}
      options={options}
      onChange={(value) => setFilters({ [name]: value })}
    />
  );
}
