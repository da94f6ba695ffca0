import { Checkbox, Popover } from "@mantine/core";
import { IconStack2 } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useBasemap } from "../../basemap/basemapChoice.ts";
import { Glyph } from "../../ui/Glyph.tsx";
import classes from "./Legend.module.css";
import type { DrawnMap } from "../model/useDrawnMap.ts";
import type { MapViewControls } from "../model/useMapView.ts";

const BasemapChoice = lazy(() => import("../../basemap/BasemapChoice.tsx"));

const statuses = ["moving", "still", "stale"] as const;
/** In the order of the menu. */
const inMenu = [
  "gateways",
  "trackers",
  "geofences",
  "hiddenGeofences",
  "confidence",
  "otherFloors",
  "underlay",
] as const;

interface Props {
  page: MapViewControls & DrawnMap;
}

/** What the symbols mean, and which of them are drawn. */
export function Legend({ page }: Props) {
  const { t } = useTranslation();
  return (
    <section className={classes["legend"]} data-over-map aria-label={t("map.legend")}>
      <StatusSigns />
      <i />
      <GatewaySign />
      <GeofenceSigns page={page} />
      <i />
      <Popover position="bottom-end" width={224} trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className={classes["layers"]}>
            <IconStack2 size={16} stroke={1.75} aria-hidden="true" />
            {t("map.layers")}
          </button>
        </Popover.Target>
        <Popover.Dropdown p={12}>
          <Switches page={page} />
        </Popover.Dropdown>
      </Popover>
    </section>
  );
}

/** The legend behind one button, where there is no room for the strip. */
export function LegendButton({ page, className }: Props & { className: string | undefined }) {
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
          <GeofenceSigns page={page} />
        </section>
        <Switches page={page} />
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

/** That of restricted geofences only where one is shown. */
function GeofenceSigns({ page: { switches, state } }: Props) {
  const { t } = useTranslation();
  if (!switches.includes("geofences")) return null;
  return (
    <>
      <span>
        <Glyph kind="geofence" size={14} />
        {t("map.geofence")}
      </span>
      {state.fences.some(({ isRestricted }) => isRestricted) ? (
        <span>
          <Glyph kind="restricted" size={14} />
          {t("geofences.restricted")}
        </span>
      ) : null}
    </>
  );
}

function Switches({ page: { layers, switches, layerCounts, setLayers } }: Props) {
  const { t } = useTranslation();
  const { canChoose } = useBasemap();
  return (
    <div className={classes["switches"]}>
      {inMenu
        .filter((layer) => switches.includes(layer))
        .map((layer) => (
          <Checkbox
            key={layer}
            size="sm"
            aria-description={layerCounts[layer]?.toString()}
            disabled={layer === "hiddenGeofences" && !layers.geofences}
            label={
              <>
                {layer === "trackers" ? t("onMap.trackers") : t(`map.layer.${layer}`)}
                <Count of={layerCounts[layer]} />
              </>
            }
            checked={layers[layer]}
            onChange={({ currentTarget }) => setLayers({ [layer]: currentTarget.checked })}
          />
        ))}
      {canChoose && (
        <Suspense fallback={null}>
          <BasemapChoice />
        </Suspense>
      )}
    </div>
  );
}

function Count({ of }: { of: number | null | undefined }) {
  if (of === null || of === undefined) return null;
  return (
    <span className={classes["count"]} aria-hidden="true">
      {of}
    </span>
  );
}
