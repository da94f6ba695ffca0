import type { Hardware } from "@pulse/contract/gateways";
import type { TFunction } from "i18next";
import { withoutBuilding } from "../sites/onlyBuilding.ts";
import type { Column } from "../table/Column.ts";
import { SeenWhen } from "../shell/SeenWhen.tsx";
import { faultsText } from "./gatewayFaults.ts";
import { GatewayStatusBadge } from "./GatewayStatusBadge.tsx";

/** The columns of the list of gateways; `typeName` names a type by its short code, `onlyBuilding` is not named. */
export function gatewayColumns(
  t: TFunction,
  typeName: (type: string) => string,
  onlyBuilding: string | null,
): readonly Column<Hardware>[] {
  return [
    {
      key: "name",
      header: t("gateways.name"),
      sortField: "name",
      cell: ({ name }) => name,
      csv: ({ name }) => name,
    },
    {
      key: "status",
      header: t("gateways.status"),
      sortField: "status",
      width: 158,
      onPhone: "end",
      cell: ({ status }) => <GatewayStatusBadge status={status} />,
      csv: ({ status }) => status,
    },
    {
      key: "hardware_type",
      header: t("gateways.type"),
      sortField: "hardware_type",
      width: 130,
      cell: ({ hardwareType }) => typeName(hardwareType.type),
      // As a file to import has it, in any language.
      csv: ({ hardwareType }) => hardwareType.type,
    },
    {
      key: "location",
      header: t("gateways.place"),
      share: 2,
      onPhone: "line",
      cell: ({ location }) => withoutBuilding(location, onlyBuilding) || t("table.noValue"),
      // A phone has no column for faults.
      phoneCell: (row) =>
        [faultsText(row), withoutBuilding(row.location, onlyBuilding)].filter(Boolean).join(" · ") ||
        t("table.noValue"),
      csv: ({ location }) => location,
    },
    {
      key: "num_connected",
      header: t("gateways.beacons"),
      sortField: "num_connected",
      align: "end",
      width: 100,
      cell: ({ numConnected }) => numConnected,
      csv: ({ numConnected }) => numConnected,
    },
    {
      key: "health",
      header: t("gateways.health"),
      width: 140,
      cell: (row) => <span title={faultsText(row)}>{faultsText(row, true) || t("table.noValue")}</span>,
      csv: (row) => faultsText(row),
    },
    {
      key: "last_updated",
      header: t("gateways.heard"),
      sortField: "last_updated",
      width: 130,
      cell: ({ lastUpdated }) => <SeenWhen at={lastUpdated} format="list" />,
      csv: ({ lastUpdated }) => lastUpdated,
    },
    {
      key: "mac",
      header: t("gateways.mac"),
      sortField: "mac",
      isMono: true,
      width: 170,
      onPhone: "line",
      cell: ({ mac }) => mac,
      csv: ({ mac }) => mac,
    },
  ];
}
