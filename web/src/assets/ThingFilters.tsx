import { thingHealth } from "@pulse/contract/assets";
import type { Endpoint } from "@pulse/contract/endpoint";
import { listGeofences } from "@pulse/contract/geofences";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLetters } from "../entity/useLetters.ts";
import { useServices } from "../services/services.tsx";
import { useFloors } from "../sites/sites.api.ts";
import { QueryFilter } from "../table/QueryFilter.tsx";
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
  const { data: floors = [] } = useFloors(siteId ?? "", siteId !== null);
  return (
    <>
      {types.length < 2 && !("type" in query.filters) ? null : (
        <QueryFilter query={query} name="type" label={t("things.type")} options={types} />
      )}
      {floors.length < 2 ? null : (
        <QueryFilter
          query={query}
          name="floorId"
          label={t("things.floor")}
          options={floors.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <QueryFilter
        query={query}
        name="health"
        label={t("things.health.title")}
        options={thingHealth.map((health, index) => ({
          value: health,
          label: t("things.health.counted", { name: t(`things.health.${health}`), count: counts[index]?.data ?? 0 }),
        }))}
      />
      {hasTabs ? null : (
        <QueryFilter
          query={query}
          name="archived"
          label={t("things.archivedOne")}
          options={[{ value: "true", label: t("things.archivedOnes") }]}
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
  if (data.length === 0) return null;
  return (
    <QueryFilter
      query={query}
      name="geofenceId"
      label={t("things.geofence")}
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
