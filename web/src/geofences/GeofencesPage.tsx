import { type Geofence, GeofenceType, geofenceSortFields } from "@pulse/contract/geofences";
import { IconStack2 } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { BulkChange } from "../entity/BulkChange.tsx";
import { EntityList } from "../entity/EntityList.tsx";
import { useLetters } from "../entity/useLetters.ts";
import { useSiteScope } from "../entity/useSiteScope.ts";
import { ReportButton } from "../reports/ReportButton.tsx";
import { floorOptions } from "../sites/floorOptions.ts";
import { useFloors } from "../sites/sites.api.ts";
import { QueryFilter } from "../table/QueryFilter.tsx";
import type { TableQuery } from "../table/useTableQuery.ts";
import { geofenceColumns } from "./geofenceColumns.tsx";
import { geofences } from "./geofences.ts";
import { KmlButton } from "./KmlButton.tsx";
import { liveMs } from "./geofences.api.ts";
import { useGeofenceFamily } from "./geofenceFamily.tsx";
import { RoomFences } from "./RoomFences.tsx";

const filterNames = ["type", "floorId"] as const;

/** `/sites/:siteId/geofences`: the geofences of a site, and how many assets are in each right now. */
export default function GeofencesPage() {
  const { t } = useTranslation();
  const { siteId } = useSiteScope();
  const { data: floors } = useFloors(siteId ?? "");
  const can = useLetters("geofence_management");
  const columns = useMemo(() => geofenceColumns(t, floors ?? []), [t, floors]);
  useRenewal();
  const [toFloor, setToFloor] = useState<readonly Geofence[]>([]);
  const [numChanged, setNumChanged] = useState(0);
  return (
    <>
      <EntityList
        noun={geofences}
        numChanged={numChanged}
        moreOfSelected={() =>
          can.u
            ? [
                {
                  key: "floor",
                  label: t("geofences.floor"),
                  icon: <IconStack2 size={16} stroke={1.75} aria-hidden="true" />,
                  run: setToFloor,
                },
              ]
            : []
        }
        family={useGeofenceFamily()}
        actions={(scope) => (
          <>
            <ReportButton kind="geofence-history" siteId={scope.siteId} />
            {can.c && scope.siteId !== null ? <RoomFences siteId={scope.siteId} /> : null}
            {can.c && scope.siteId !== null ? <KmlButton siteId={scope.siteId} /> : null}
          </>
        )}
        columns={columns}
        sortFields={geofenceSortFields}
        sort="name"
        filters={{ names: filterNames, chips: (query) => <Filters query={query} /> }}
      />
      <BulkChange
        noun={geofences}
        things={toFloor}
        label={t("geofences.floor")}
        choices={floorOptions(floors ?? [])}
        bodyOf={(floorId) => ({ floorIds: [floorId] })}
        onChanged={() => setNumChanged((before) => before + 1)}
        onClose={() => setToFloor([])}
      />
    </>
  );
}

function Filters({ query }: { query: TableQuery }) {
  const { t } = useTranslation();
  const { siteId } = useSiteScope();
  const { data: floors = [] } = useFloors(siteId ?? "");
  return (
    <>
      <QueryFilter
        query={query}
        name="type"
        label={t("geofences.type")}
        options={GeofenceType.options.map((value) => ({ value, label: t(`geofences.types.${value}`) }))}
      />
      <QueryFilter query={query} name="floorId" label={t("geofences.floor")} options={floorOptions(floors)} />
    </>
  );
}

/** Who is inside changes by itself. */
function useRenewal(): void {
  const queries = useQueryClient();
  useEffect(() => {
    // A slow answer is waited for, not cancelled.
    const renew = () => queries.invalidateQueries({ queryKey: [geofences.name] }, { cancelRefetch: false });
    const timer = window.setInterval(() => void renew(), liveMs);
    return () => window.clearInterval(timer);
  }, [queries]);
}
