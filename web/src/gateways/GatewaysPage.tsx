import { gatewayHealth, type Hardware, hardwareSortFields } from "@pulse/contract/gateways";
import { importHardwares } from "@pulse/contract/imports";
import { IconKey, IconMapPin, IconQrcode, IconStack2, IconTag } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ImportButton } from "../assets/ImportButton.tsx";
import { useDeviceFamily } from "../devices/deviceFamily.tsx";
import { BulkChange } from "../entity/BulkChange.tsx";
import { EntityList } from "../entity/EntityList.tsx";
import { LabelSheet } from "../entity/LabelSheet.tsx";
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
import { useHardwareTypes, useTypeNames } from "./gateways.api.ts";
import { UnregisteredGateways } from "./UnregisteredGateways.tsx";
import { StatusCounts } from "./StatusCounts.tsx";
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
  const [toFloor, setToFloor] = useState<readonly Hardware[]>([]);
  const [toType, setToType] = useState<readonly Hardware[]>([]);
  const [numChanged, setNumChanged] = useState(0);
  const { data: floors = [] } = useFloors(siteId ?? "");
  const { data: types = [] } = useHardwareTypes(siteId);
  return (
    <>
      <EntityList
        noun={gateways}
        numChanged={numChanged}
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
            label: t("entity.labels.action"),
            icon: <IconQrcode size={16} stroke={1.75} aria-hidden="true" />,
            run: setToLabel,
          },
          ...(can.u
            ? [
                {
                  key: "floor",
                  label: t("gateways.floor"),
                  icon: <IconStack2 size={16} stroke={1.75} aria-hidden="true" />,
                  run: setToFloor,
                },
                {
                  key: "type",
                  label: t("gateways.type"),
                  icon: <IconTag size={16} stroke={1.75} aria-hidden="true" />,
                  run: setToType,
                },
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
      <LabelSheet
        labels={toLabel.map(({ id, siteId: of, name, mac, location }) => ({
          key: id,
          path: `/sites/${of}/devices/gateways/${id}`,
          name,
          code: mac,
          line: location,
        }))}
        onClose={() => setToLabel([])}
      />
      <BulkChange
        noun={gateways}
        things={toFloor}
        label={t("gateways.floor")}
        choices={floorOptions(floors)}
        bodyOf={(floorId) => ({ floorId })}
        onChanged={() => setNumChanged((before) => before + 1)}
        onClose={() => setToFloor([])}
      />
      <BulkChange
        noun={gateways}
        things={toType}
        label={t("gateways.type")}
        choices={types.map(({ id, name }) => ({ value: id, label: name }))}
        bodyOf={(hardwareTypeId) => ({ hardwareTypeId })}
        onChanged={() => setNumChanged((before) => before + 1)}
        onClose={() => setToType([])}
      />
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
