import { gatewayHealth, type Hardware, hardwareSortFields } from "@pulse/contract/gateways";
import { importHardwares } from "@pulse/contract/imports";
import { IconKey, IconMapPin, IconQrcode } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ImportButton } from "../assets/ImportButton.tsx";
import { useDeviceFamily } from "../devices/deviceFamily.tsx";
import { EntityList } from "../entity/EntityList.tsx";
import { useLetters } from "../entity/useLetters.ts";
import { useSiteScope } from "../entity/useSiteScope.ts";
import { ReportButton } from "../reports/ReportButton.tsx";
import { floorOptions } from "../sites/floorOptions.ts";
import { useOnlyBuilding } from "../sites/onlyBuilding.ts";
import { useFloors } from "../sites/sites.api.ts";
import { QueryFilter } from "../table/QueryFilter.tsx";
import type { TableQuery } from "../table/useTableQuery.ts";
import { gatewayColumns } from "./gatewayColumns.tsx";
import { gateways } from "./gateways.ts";
import { useTypeNames } from "./gateways.api.ts";
import { UnregisteredGateways } from "./UnregisteredGateways.tsx";
import { StatusCounts } from "./StatusCounts.tsx";
import { LabelSheet } from "./LabelSheet.tsx";
import { PlaceMany } from "./PlaceMany.tsx";
import { SiteAccountButton } from "./SiteAccountButton.tsx";
import { PasswordsOfMany } from "./PasswordsOfMany.tsx";
import { GatewayConfigOfAll } from "./GatewayConfigOfAll.tsx";

const filterNames = ["status", "floorId", "health"] as const;

/** `/sites/{id}/devices/gateways`: the gateways of a site with their state, and those that were only heard so far. */
export default function GatewaysPage() {
  const { t } = useTranslation();
  const can = useLetters("hardware_management");
  const { siteId } = useSiteScope();
  const typeName = useTypeNames(siteId);
  const onlyBuilding = useOnlyBuilding(siteId);
  const columns = useMemo(() => gatewayColumns(t, typeName, onlyBuilding), [t, typeName, onlyBuilding]);
  const [toReset, setToReset] = useState<readonly Hardware[]>([]);
  const [toLabel, setToLabel] = useState<readonly Hardware[]>([]);
  const [toPlace, setToPlace] = useState<readonly Hardware[]>([]);
  return (
    <>
      <EntityList
        noun={gateways}
        actions={(scope) =>
          scope.siteId === null ? null : (
            <>
              <ReportButton kind="active-beacons" siteId={scope.siteId} />
              {can.u ? <SiteAccountButton siteId={scope.siteId} /> : null}
              {can.u ? <GatewayConfigOfAll siteId={scope.siteId} /> : null}
              {can.c ? <ImportButton siteId={scope.siteId} endpoint={importHardwares} noun="hardwares" /> : null}
            </>
          )
        }
        family={useDeviceFamily((scope) => (
          <UnregisteredGateways scope={scope} onClaimed={setToPlace} />
        ))}
        columns={columns}
        sortFields={hardwareSortFields}
        sort="name"
        filters={{ names: filterNames, chips: (query) => <Filters query={query} /> }}
        moreOfSelected={() => [
          {
            key: "labels",
            label: t("gateways.labels.action"),
            icon: <IconQrcode size={16} stroke={1.75} aria-hidden="true" />,
            run: setToLabel,
          },
          ...(can.u
            ? [
                {
                  key: "place",
                  label: t("gateways.placing.action"),
                  icon: <IconMapPin size={16} stroke={1.75} aria-hidden="true" />,
                  run: setToPlace,
                },
                {
                  key: "passwords",
                  label: t("gateways.passwords.action"),
                  icon: <IconKey size={16} stroke={1.75} aria-hidden="true" />,
                  run: setToReset,
                },
              ]
            : []),
        ]}
      />
      {siteId === null ? null : <PasswordsOfMany siteId={siteId} gateways={toReset} onClose={() => setToReset([])} />}
      <LabelSheet gateways={toLabel} onClose={() => setToLabel([])} />
      {siteId === null || toPlace.length === 0 ? null : (
        <PlaceMany siteId={siteId} gateways={toPlace} onClose={() => setToPlace([])} />
      )}
    </>
  );
}

function Filters({ query }: { query: TableQuery }) {
  const { t } = useTranslation();
  const { siteId } = useSiteScope();
  const { data: floors = [] } = useFloors(siteId ?? "");
  const { filters, setFilters } = query;
  return (
    <>
      <StatusCounts
        siteId={siteId ?? ""}
        chosen={filters["status"] ?? null}
        onChoose={(status) => setFilters({ status })}
      />
      <QueryFilter query={query} name="floorId" label={t("gateways.floor")} options={floorOptions(floors)} />
      <QueryFilter
        query={query}
        name="health"
        label={t("gateways.health")}
        options={gatewayHealth.map((value) => ({ value, label: t(`gateways.healths.${value}`) }))}
      />
    </>
  );
}
