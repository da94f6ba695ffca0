import type { Geofence } from "@pulse/contract/geofences";
import type { FloorPlan } from "@pulse/contract/sites";
import type { TFunction } from "i18next";
import type { Column } from "../table/Column.ts";
import { metresText } from "../text/translate.ts";
import { When } from "../time/When.tsx";
import { GeofenceGlyph } from "./GeofenceGlyph.tsx";
import classes from "./Geofences.module.css";

/** The columns of the list of geofences. */
export function geofenceColumns(t: TFunction, floors: readonly FloorPlan[]): readonly Column<Geofence>[] {
  const none = t("table.noValue");
  const floorsOf = ({ floorIds }: Geofence): string =>
    floorIds.length === 0
      ? t("geofences.allFloors")
      : floorIds.map((id) => floors.find((floor) => floor.id === id)?.name ?? none).join(", ");
  return [
    {
      key: "name",
      header: t("geofences.name"),
      sortField: "name",
      cell: ({ name, type }) => (
        <span className={classes["name"]}>
          <GeofenceGlyph type={type} />
          <span>{name}</span>
        </span>
      ),
      csv: ({ name }) => name,
    },
    {
      key: "num_assets_inside",
      header: t("geofences.inside.title"),
      sortField: "num_assets_inside",
      align: "end",
      width: 124,
      onPhone: "end",
      cell: ({ numAssetsInside }) => <b className={classes["count"]}>{numAssetsInside}</b>,
      phoneCell: ({ numAssetsInside }) => t("geofences.inside.count", { count: numAssetsInside }),
      csv: ({ numAssetsInside }) => numAssetsInside,
    },
    {
      key: "type",
      header: t("geofences.type"),
      sortField: "type",
      width: 112,
      onPhone: "line",
      cell: ({ type }) => t(`geofences.types.${type}`),
      csv: ({ type }) => type,
    },
    {
      key: "radius",
      header: t("geofences.radius"),
      sortField: "radius",
      align: "end",
      width: 104,
      cell: ({ radius }) => (radius === null ? none : metresText(radius)),
      csv: ({ radius }) => radius,
    },
    {
      key: "floors",
      header: t("geofences.floors"),
      onPhone: "line",
      cell: floorsOf,
      csv: floorsOf,
    },
    {
      key: "geofence_exit_timeout",
      header: t("geofences.timeout.short"),
      sortField: "geofence_exit_timeout",
      align: "end",
      width: 128,
      cell: ({ geofenceExitTimeout: own }) =>
        own === null ? t("geofences.timeout.inherited") : t("geofences.timeout.minutes", { count: own }),
      csv: ({ geofenceExitTimeout }) => geofenceExitTimeout,
    },
    {
      key: "created_at",
      header: t("geofences.created"),
      sortField: "created_at",
      width: 124,
      cell: ({ createdAt }) => <When at={createdAt} format="list" />,
      csv: ({ createdAt }) => createdAt,
    },
  ];
}
