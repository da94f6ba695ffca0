import { Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormSelect } from "../form/ChoiceFields.tsx";
import { useFormContext } from "../form/FormContext.ts";
import { FormLatLon } from "../form/FormLatLon.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { floorOptions } from "../sites/floorOptions.ts";
import { useFloors } from "../sites/sites.api.ts";
import { type RadioSettings, rangeM } from "./coverage.ts";
import { useSiteGateways } from "./gateways.api.ts";
import { placementHint } from "./placementHint.ts";
import { PlacementMap } from "./PlacementMap.tsx";
import type { Snapped } from "./snapping.ts";
import classes from "./Gateways.module.css";

/** At this strength a tag is still heard, dBm. */
const faintDbm = -90;

interface Props {
  siteId: string;
  name: string;
  /** Its own id, to distinguish it from its neighbours; null: a new one. */
  id?: string | null;
}

/** Where a gateway is installed: its floor, and the place by a click on the plan, by dragging, or by numbers. */
export function GatewayPlacement({ siteId, name, id = null }: Props) {
  const { t } = useTranslation();
  const { form, isReadOnly } = useFormContext();
  const { data: floors = [] } = useFloors(siteId);
  const { data: all = [] } = useSiteGateways(siteId);
  const [isSnapping, setSnapping] = useState(true);
  const [snappedTo, setSnappedTo] = useState<Snapped["to"]>(null);
  const floor = floors.find((each) => each.id === form.value("floorId"));
  const [lat, lon] = [form.value("lat"), form.value("lon")];
  const isPlaced = typeof lat === "number" && typeof lon === "number" && (lat !== 0 || lon !== 0);
  const numberOf = (path: string): number | null => {
    const value = form.value(`properties.${path}`);
    return typeof value === "number" ? value : null;
  };
  const radio: RadioSettings = {
    alpha: numberOf("alpha"),
    beta: numberOf("beta"),
    gamma: numberOf("gamma"),
    measuredPower: numberOf("measuredPower"),
  };
  const hint = placementHint(
    { floorId: form.value("floorId"), lat, lon },
    all.find((each) => each.id === id),
  );
  const place = ({ at, to }: Snapped): void => {
    if (isReadOnly) return;
    setSnappedTo(to);
    form.set("lat", Number(at.lat.toFixed(8)));
    form.set("lon", Number(at.lon.toFixed(8)));
  };
  return (
    <FormSection title={t("gateways.placement")} hint={hint}>
      <FormSelect
        path="floorId"
        label={t("gateways.floor")}
        options={floorOptions(floors)}
        none={t("gateways.noFloor")}
        isWide
      />
      {floor === undefined ? null : (
        <div className={classes["onPlan"]}>
          <div className={classes["plan"]}>
            <PlacementMap
              floor={floor}
              marker={isPlaced ? { lat, lon } : null}
              name={name}
              status={all.find((each) => each.id === id)?.status ?? "never"}
              radio={radio}
              neighbours={all.filter((each) => each.floorId === floor.id && each.id !== id)}
              isSnapping={isSnapping}
              isReadOnly={isReadOnly}
              onPlace={place}
            />
          </div>
          <div className={classes["below"]}>
            {isPlaced ? <p>{t("gateways.coverage.range", { metres: Math.round(rangeM(radio, faintDbm)) })}</p> : null}
            <p role="status">{snappedTo === null ? null : t(`gateways.coverage.snapped.${snappedTo}`)}</p>
            {isReadOnly ? null : (
              <Switch
                size="xs"
                label={t("gateways.coverage.snap")}
                checked={isSnapping}
                onChange={({ currentTarget }) => setSnapping(currentTarget.checked)}
              />
            )}
          </div>
        </div>
      )}
      <FormLatLon lat={t("gateways.lat")} lon={t("gateways.lon")} />
    </FormSection>
  );
}
