import type { Asset } from "@pulse/contract/assets";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLetters } from "../entity/useLetters.ts";
import { useSiteScope } from "../entity/useSiteScope.ts";
import { useOnlyBuilding } from "../sites/onlyBuilding.ts";
import type { Column } from "../table/Column.ts";
import { assetIcon } from "../ui/assetIcons.ts";
import { BatteryNow, PlaceNow, SeenNow } from "./LiveCells.tsx";
import { SignalNow, StatusNow } from "./StatusNow.tsx";
import classes from "./Things.module.css";

/** The columns of the list of assets. */
export function useAssetColumns(): readonly Column<Asset>[] {
  const { t } = useTranslation();
  const none = t("table.noValue");
  const onlyBuilding = useOnlyBuilding(useSiteScope().siteId);
  return [
    {
      key: "name",
      header: t("things.name"),
      sortField: "name",
      cell: ({ name, type }) => <Named name={name} type={type} />,
      csv: ({ name }) => name,
    },
    {
      key: "type",
      header: t("things.type"),
      sortField: "type",
      width: 116,
      onPhone: "line",
      cell: ({ type }) => type,
      csv: ({ type }) => type,
    },
    {
      key: "external_id",
      header: t("things.externalId"),
      sortField: "external_id",
      isHiddenAtFirst: true,
      cell: ({ externalId }) => externalId ?? none,
      csv: ({ externalId }) => externalId,
    },
    {
      key: "status",
      header: t("things.status"),
      width: 116,
      onPhone: "end",
      cell: (asset) => <StatusNow thing={asset} isTracked={asset.linkedTrackers.length > 0} />,
      phoneCell: (asset) => <StatusNow thing={asset} isTracked={asset.linkedTrackers.length > 0} isMark />,
    },
    {
      key: "last_location",
      header: t("things.place"),
      share: 2,
      onPhone: "line",
      cell: (asset) => <PlaceNow thing={asset} onlyBuilding={onlyBuilding} />,
      csv: ({ lastLocation }) => lastLocation?.location,
    },
    {
      key: "location_updated",
      header: t("things.seen"),
      sortField: "location_updated",
      align: "end",
      width: 120,
      onPhone: "end",
      cell: (asset) => <SeenNow thing={asset} />,
      csv: ({ locationUpdated }) => locationUpdated,
    },
    {
      key: "battery_level",
      header: t("things.battery"),
      width: 100,
      cell: ({ id, linkedTrackers }) => <BatteryNow id={id} percent={lowest(linkedTrackers)} />,
      csv: ({ linkedTrackers }) => lowest(linkedTrackers),
    },
    {
      key: "signal",
      header: t("things.signal"),
      width: 104,
      cell: ({ id }) => <SignalNow id={id} />,
    },
    {
      key: "trackers",
      header: t("things.trackers.one"),
      isMono: true,
      width: 160,
      cell: (asset) => <TrackersOf asset={asset} />,
      csv: ({ linkedTrackers }) => linkedTrackers.map(({ name }) => name).join("; "),
    },
  ];
}

/** The lowest battery. */
function lowest(trackers: Asset["linkedTrackers"]): number | null {
  const levels = trackers.flatMap(({ batteryLevel }) => batteryLevel ?? []);
  return levels.length === 0 ? null : Math.min(...levels);
}

function Named({ name, type }: { name: string; type: string }) {
  const Icon = assetIcon(type).Component;
  return (
    <span className={classes["name"]}>
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <span>{name}</span>
    </span>
  );
}

/** The MACs of an asset's trackers, or a link to add the first one. */
function TrackersOf({ asset }: { asset: Asset }) {
  const { t } = useTranslation();
  const can = useLetters("asset_identifier_link_management");
  const { id, siteId, archived, linkedTrackers } = asset;
  if (linkedTrackers.length > 0)
    return (
      <span title={linkedTrackers.map(({ name }) => name).join(", ")}>
        {linkedTrackers.map(({ mac }) => mac).join(", ")}
      </span>
    );
  if (archived || !can.c) return <>{t("table.noValue")}</>;
  return (
    <Link className={classes["do"]} to={`/sites/${siteId}/assets/${id}`}>
      {t("things.linkOne")}
    </Link>
  );
}
