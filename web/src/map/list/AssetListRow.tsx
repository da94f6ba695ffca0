import { limits } from "@pulse/contract/limits";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { assetIcon } from "../../ui/assetIcons.ts";
import { Battery } from "../../ui/Battery.tsx";
import { Glyph } from "../../ui/Glyph.tsx";
import classes from "./AssetList.module.css";
import type { AssetRow } from "./assetRows.ts";

interface Props {
  row: AssetRow;
  /** Where it is in words, if neither a room nor a geofence is known. */
  outside: string;
  isSelected: boolean;
  /** Whether Tab leads here: to one row of the list. */
  isTabStop: boolean;
  onSelect(guid: string | null, bringIntoView: boolean): void;
  /** The row is pointed at; null: no longer. */
  onPoint(guid: string | null): void;
  onFocus(guid: string): void;
}

/** One asset of the list. Its age is written by the list's ticker. */
export const AssetListRow = memo(function AssetListRow(props: Props) {
  const { row, outside, isSelected, isTabStop, onSelect, onPoint, onFocus } = props;
  const { t } = useTranslation();
  const Icon = assetIcon(row.type).Component;
  const place = row.place ?? outside;
  return (
    <button
      type="button"
      className={classes["row"]}
      aria-pressed={isSelected}
      data-row={row.guid}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={() => onFocus(row.guid)}
      onPointerEnter={({ pointerType }) => {
        if (pointerType === "mouse") onPoint(row.guid);
      }}
      onPointerLeave={() => onPoint(null)}
      onClick={() => onSelect(isSelected ? null : row.guid, true)}
    >
      <span className={classes["icon"]}>
        <Icon size={18} stroke={1.6} aria-hidden="true" />
      </span>
      <span className={classes["text"]}>
        <span className={classes["name"]}>
          {row.type} <b>{row.identifier}</b>
        </span>
        <span className={classes["place"]}>{row.status === "stale" ? t("assets.lastKnown", { place }) : place}</span>
      </span>
      <span className={classes["state"]}>
        <span className={classes["age"]}>
          <Glyph kind={row.status} />
          <time data-guid={row.guid} />
        </span>
        {row.lowBattery === null ? null : (
          <span className={classes["low"]}>
            <Battery
              percent={row.lowBattery}
              isLow={row.lowBattery <= limits.lowBatteryPercent}
              label={t("battery.label", { percent: row.lowBattery })}
              text={t("unit.percent", { value: row.lowBattery })}
            />
          </span>
        )}
      </span>
    </button>
  );
});
