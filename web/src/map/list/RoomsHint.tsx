import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCan } from "../../entity/useCan.ts";
import type { MapData } from "../model/useMapData.ts";
import type { MapSelection } from "../model/useMapSelection.ts";
import classes from "./RoomsHint.module.css";

/** On a floor without rooms, whose places are named by gateways: where somebody who may can draw them. */
export function RoomsHint({ page }: { page: Pick<MapData, "site" | "allRows"> & Pick<MapSelection, "floor"> }) {
  const { t } = useTranslation();
  const mayDraw = useCan({ all: [{ area: "site_management", letter: "u" }] }) === true;
  const { floor, site, allRows } = page;
  const isNeeded = floor !== null && floor.rooms.length === 0 && allRows.some(({ floorId }) => floorId === floor.id);
  if (!mayDraw || !isNeeded) return null;
  return (
    <p className={classes["hint"]}>
      {t("onMap.noRooms", { floor: floor.name })}{" "}
      <Link to={`/sites/${site.id}/details/floors/${floor.id}/drawing`}>{t("onMap.drawRooms")}</Link>
    </p>
  );
}
