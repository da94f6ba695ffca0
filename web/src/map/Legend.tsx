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
      <StatusSigns />
      <i />
      <GatewaySign />
      <i />
      <Popover position="bottom-end" width={224} trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className={classes["layers"]}>
            <IconStack2 size={16} stroke={1.75} aria-hidden="true" />
            {t("map.layers")}
          </button>
        </Popover.Target>
        <Popover.Dropdown p={12}>
          <Switches layers={layers} onLayers={onLayers} />
        </Popover.Dropdown>
      </Popover>
    </section>
  );
}

/** The same behind one button, where there is no room for the strip. */
export function LegendButton({ layers, onLayers, className }: Props & { className: string | undefined }) {
  const { t } = useTranslation();
  return (
    <Popover position="bottom-start" width={248} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={className} aria-label={t("map.legendAndLayers")}>
          <IconStack2 size={20} stroke={1.75} aria-hidden="true" />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={16}>
        <section className={classes["signs"]} aria-label={t("map.legend")}>
          <StatusSigns />
          <GatewaySign />
        </section>
        <Switches layers={layers} onLayers={onLayers} />
      </Popover.Dropdown>
    </Popover>
  );
}

function StatusSigns() {
  const { t } = useTranslation();
  return statuses.map((status) => (
    <span key={status}>
      <Glyph kind={status} size={14} />
      {t(`status.${status}`)}
    </span>
  ));
}

function GatewaySign() {
  const { t } = useTranslation();
  return (
    <span>
      <Glyph kind="gateway" size={14} />
      {t("map.gateway")}
    </span>
  );
}

function Switches({ layers, onLayers }: Props) {
  const { t } = useTranslation();
  return (
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
  );
}
