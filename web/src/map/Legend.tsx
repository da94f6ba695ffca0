import { Checkbox, Popover } from "@mantine/core";
import { IconStack2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Glyph } from "../ui/Glyph.tsx";
import classes from "./Legend.module.css";
import type { MapLayersShown } from "./useMapPage.ts";

const statuses = ["moving", "still", "stale"] as const;
const switches = ["gateways", "confidence", "otherFloors"] as const;

interface Props {
  layers: MapLayersShown;
  onLayers(change: Partial<MapLayersShown>): void;
}

/** What the signs mean, and which of them are drawn. */
export function Legend({ layers, onLayers }: Props) {
  const { t } = useTranslation();
  return (
    <section className={classes["legend"]} aria-label={t("map.legend")}>
      {statuses.map((status) => (
        <span key={status}>
          <Glyph kind={status} size={14} />
          {t(`status.${status}`)}
        </span>
      ))}
      <i />
      <span>
        <Glyph kind="gateway" size={14} />
        {t("map.gateway")}
      </span>
      <i />
      <Popover position="bottom-end" width={224} trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className={classes["layers"]}>
            <IconStack2 size={16} stroke={1.75} aria-hidden="true" />
            {t("map.layers")}
          </button>
        </Popover.Target>
        <Popover.Dropdown p={12}>
          <div className={classes["switches"]}>
            {switches.map((layer) => (
              <Checkbox
                key={layer}
                size="sm"
                label={t(`map.layer.${layer}`)}
                checked={layers[layer]}
                onChange={({ currentTarget }) => onLayers({ [layer]: currentTarget.checked })}
              />
            ))}
          </div>
        </Popover.Dropdown>
      </Popover>
    </section>
  );
}
