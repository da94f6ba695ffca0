import { thingHealth } from "@pulse/contract/assets";
import type { Endpoint } from "@pulse/contract/endpoint";
import { listGeofences } from "@pulse/contract/geofences";
import { listFloors } from "@pulse/contract/sites";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLetters } from "../entity/useLetters.ts";
import { useServices } from "../services/services.tsx";
import { FilterChip } from "../table/FilterChip.tsx";
import type { TableQuery } from "../table/useTableQuery.ts";

/** The names of the filters in the address and in the request. */
export const thingFilterNames = ["type", "floorId", "health", "archived"] as const;
export const assetFilterNames = [...thingFilterNames, "geofenceId"] as const;

interface Props {
  /** The noun's name in query keys. */
  noun: string;
  search: Endpoint;
  siteId: string | null;
  query: TableQuery;
  types: readonly { value: string; label: string }[];
  /** Whether the archive has its own tab. */
  hasTabs?: boolean;
}

/** Filters by type, floor and needed attention, each with its number, and the archive. */
export function ThingFilters({ noun, search, siteId, query, types, hasTabs = false }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const counts = useQueries({
    queries: thingHealth.map((health) => ({
      queryKey: [noun, siteId, "count", health],
      enabled: siteId !== null,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api.page(search, { query: { siteId, health, limit: 1 }, signal })).metadata.totalCount,
    })),
  });
  const { filters, setFilters } = query;
  const { data: floors = [] } = useQuery({
    queryKey: ["floors", siteId],
    enabled: siteId !== null,
    queryFn: ({ signal }) => api.call(listFloors, { params: { id: siteId ?? "" }, signal }),
    staleTime: 5 * 60_000,
  });
  return (
    <>
      {types.length < 2 && !("type" in filters) ? null : (
        <FilterChip
          label={t("things.type")}
          value={filters["type"] ?? null}
          options={types}
          onChange={(type) => setFilters({ type })}
        />
      )}
      {floors.length < 2 ? null : (
        <FilterChip
          label={t("things.floor")}
          value={filters["floorId"] ?? null}
          options={floors.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(floorId) => setFilters({ floorId })}
        />
      )}
      <FilterChip
        label={t("things.health.title")}
        value={filters["health"] ?? null}
        options={thingHealth.map((health, index) => ({
          value: health,
          label: t("things.health.counted", { name: t(`things.health.${health}`), count: counts[index]?.data ?? 0 }),
        }))}
        onChange={(health) => setFilters({ health })}
      />
      {hasTabs ? null : (
        <FilterChip
          label={t("things.archivedOne")}
          value={filters["archived"] ?? null}
          options={[{ value: "true", label: t("things.archivedOnes") }]}
          onChange={(archived) => setFilters({ archived })}
        />
      )}
    </>
  );
}

/** The geofence that an asset is in now, for people who may read geofences. */
export function GeofenceFilter({ siteId, query }: Pick<Props, "siteId" | "query">) {
  const { t } = useTranslation();
  const { api } = useServices();
  const reads = useLetters("geofence_management").r;
  const { data = [] } = useQuery({
    queryKey: ["geofences", siteId, "names"],
    enabled: reads && siteId !== null,
    queryFn: ({ signal }) =>
      api.call(listGeofences, { query: { siteId, sortFields: ["name"], sortOrder: ["asc"] }, signal }),
  });
  const { filters, setFilters } = query;
  if (data.length === 0) return null;
  return (
    <FilterChip
      label={t("things.geofence")}
      value={filters["geofenceId"] ?? null}
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(geofenceId) => setFilters({ geofenceId })}
    />
  );
}
