import { Select } from "@mantine/core";
import type { FloorPlan, Site } from "@pulse/contract/sites";
import { placePlan } from "@pulse/geo/floorPlan";
import { isInside } from "@pulse/geo/polygon";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormContext } from "../form/FormContext.ts";
import { floorOptions } from "../sites/floorOptions.ts";
import { useFloors } from "../sites/sites.api.ts";
import { bareSheet, type Sheet } from "./fenceSketch.ts";
import { FenceTool } from "./FenceTool.tsx";
import classes from "./Geofences.module.css";
import { useSite } from "./geofences.api.ts";

/** The drawing of a fence on one of the site's floors, or on the ground if there are none. */
export default function FenceDrawing({ siteId }: { siteId: string }) {
  const { data: floors } = useFloors(siteId);
  const { data: site } = useSite(siteId);
  if (floors === undefined || site === undefined) return <div className={classes["drawing"]} />;
  return <OnFloor floors={floors} site={site} />;
}

function OnFloor({ floors, site }: { floors: readonly FloorPlan[]; site: Site }) {
  const { t } = useTranslation();
  const { form } = useFormContext();
  const [floorId, setFloorId] = useState<string | null>(() => firstFloor(floors, form.value));
  const floor = floors.find(({ id }) => id === floorId) ?? null;
  const { lat, lon } = site;
  const sheet = useMemo((): Sheet => (floor === null ? bareSheet({ lat, lon }) : placePlan(floor)), [floor, lat, lon]);
  return (
    <FenceTool key={floorId} floor={floor} sheet={sheet} start={floor?.northWest ?? { lat, lon }}>
      {floors.length < 2 ? null : (
        <Select
          className={classes["choice"]}
          size="xs"
          aria-label={t("geofences.drawnOn")}
          data={floorOptions(floors)}
          value={floorId}
          onChange={setFloorId}
          allowDeselect={false}
        />
      )}
    </FenceTool>
  );
}

/** A floor that the fence belongs to, else one whose plan it is on. */
function firstFloor(floors: readonly FloorPlan[], value: (path: string) => unknown): string | null {
  const [chosen] = value("floorIds") as string[];
  const [lat, lon] = [value("lat"), value("lon")];
  const around = floors.find((floor) => {
    if (typeof lat !== "number" || typeof lon !== "number") return false;
    const { toImage, corners } = placePlan(floor);
    return isInside(toImage({ lat, lon }), corners.map(toImage));
  });
  return chosen ?? around?.id ?? floors[0]?.id ?? null;
}
