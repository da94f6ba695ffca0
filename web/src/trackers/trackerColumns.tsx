import type { Tracker } from "@pulse/contract/trackers";
import { useTranslation } from "react-i18next";
import { BatteryNow, PlaceNow, SeenNow } from "../assets/LiveCells.tsx";
import { SignalNow, StatusNow } from "../assets/StatusNow.tsx";
import { useSiteScope } from "../entity/useSiteScope.ts";
import { useOnlyBuilding } from "../sites/onlyBuilding.ts";
import { trackerTypeText } from "../text/deviceTypes.ts";
import type { Column } from "../table/Column.ts";

/** The columns of the list of trackers. */
export function useTrackerColumns(): readonly Column<Tracker>[] {
  const { t } = useTranslation();
  const none = t("table.noValue");
  const onlyBuilding = useOnlyBuilding(useSiteScope().siteId);
  return [
    {
      key: "name",
      header: t("things.name"),
      sortField: "name",
      cell: ({ name }) => name,
      csv: ({ name }) => name,
    },
    {
      key: "mac",
      header: t("things.trackers.mac"),
      sortField: "mac",
      isMono: true,
      width: 164,
      onPhone: "line",
      cell: ({ mac }) => mac,
      csv: ({ mac }) => mac,
    },
    {
      key: "type",
      header: t("things.type"),
      sortField: "type",
      cell: ({ type }) => trackerTypeText(type),
      // As a file to import has it.
      csv: ({ type }) => type,
    },
    {
      key: "status",
      header: t("things.status"),
      isHiddenAtFirst: true,
      width: 116,
      onPhone: "end",
      cell: (tracker) => <StatusNow thing={tracker} isTracked />,
      phoneCell: (tracker) => <StatusNow thing={tracker} isTracked isMark />,
    },
    {
      key: "serial_no",
      isHiddenAtFirst: true,
      header: t("things.trackers.serialNo"),
      sortField: "serial_no",
      cell: ({ serialNo }) => serialNo ?? none,
      csv: ({ serialNo }) => serialNo,
    },
    {
      key: "asset_name",
      header: t("things.assets.one"),
      onPhone: "line",
      cell: ({ linkedAsset }) => linkedAsset?.name ?? none,
      csv: ({ linkedAsset }) => linkedAsset?.name,
    },
    {
      key: "last_location",
      header: t("things.place"),
      share: 2,
      cell: (tracker) =>
        tracker.sharedIdentity ? (
          t("things.trackers.sharedShort")
        ) : (
          <PlaceNow thing={tracker} onlyBuilding={onlyBuilding} />
        ),
      csv: ({ lastLocation }) => lastLocation?.location,
    },
    {
      key: "location_updated",
      header: t("things.seen"),
      sortField: "location_updated",
      align: "end",
      width: 120,
      onPhone: "end",
      cell: (tracker) => <SeenNow thing={tracker} />,
      csv: ({ locationUpdated }) => locationUpdated,
    },
    {
      key: "battery_level",
      header: t("things.battery"),
      sortField: "battery_level",
      width: 100,
      cell: ({ id, batteryLevel }) => <BatteryNow id={id} percent={batteryLevel} />,
      csv: ({ batteryLevel }) => batteryLevel,
    },
    {
      key: "signal_strength",
      header: t("things.signal"),
      sortField: "signal_strength",
      width: 108,
      cell: ({ id, signalStrength }) => <SignalNow id={id} dbm={signalStrength} />,
      csv: ({ signalStrength }) => signalStrength,
    },
  ];
}
