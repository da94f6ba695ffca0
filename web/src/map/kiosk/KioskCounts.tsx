import { useTranslation } from "react-i18next";
import type { Positions } from "../../live/positions.ts";
import { Glyph } from "../../ui/Glyph.tsx";
import { useAssetRows } from "../list/useAssetRows.ts";
import classes from "./Kiosk.module.css";

const statuses = ["moving", "still", "stale"] as const;

/** The legend, with the number of each symbol on the floor. */
export function KioskCounts({ positions, floorId }: { positions: Positions; floorId: string }) {
  const { t } = useTranslation();
  const rows = useAssetRows(positions).filter((row) => row.floorId === floorId);
  return (
    <section className={classes["counts"]} data-over-map aria-label={t("map.legend")}>
      {statuses.map((status) => (
        <span key={status}>
          <Glyph kind={status} size={18} />
          {t(`status.${status}`)} <b>{rows.filter((row) => row.status === status).length}</b>
        </span>
      ))}
      <span>
        <Glyph kind="gateway" size={18} />
        {t("map.gateway")}
      </span>
    </section>
  );
}
