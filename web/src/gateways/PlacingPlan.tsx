import { Button } from "@mantine/core";
import type { FloorPlan } from "@pulse/contract/sites";
import type { LatLon } from "@pulse/geo/latLon";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { PlanMap } from "../placing/PlanMap.tsx";
import classes from "./PlaceMany.module.css";
import { planOnMap } from "../placing/imagesOnMap.ts";

interface Placed extends LatLon {
  id: string;
  name: string;
}

interface Props {
  floor: FloorPlan;
  placed: readonly Placed[];
  /** The one that the next click places. */
  current: string | null;
  /** The other gateways of the floor. */
  neighbours: readonly Placed[];
  onPlace(at: LatLon): void;
  onMove(id: string, to: LatLon): void;
}

/** A floor's plan on which gateways are put by clicks, and moved by dragging or by arrow keys. */
export function PlacingPlan({ floor, placed, current, neighbours, onPlace, onMove }: Props) {
  const { t } = useTranslation();
  const { northWest, southEast } = floor;
  const plans = useMemo(() => planOnMap(floor), [floor]);
  const middle = { lat: (northWest.lat + southEast.lat) / 2, lon: (northWest.lon + southEast.lon) / 2 };
  const marker = ({ id: own, name: label, lat, lon }: Placed) => ({
    id: own,
    label,
    lat,
    lon,
    kind: "gateway" as const,
  });
  return (
    <div>
      <div className={classes["plan"]}>
        <PlanMap
          label={t("gateways.plan", { floor: floor.name })}
          plans={plans}
          start={northWest}
          markers={[
            ...neighbours.map(marker),
            ...placed.map((each) => ({ ...marker(each), isSelected: true, isDraggable: true })),
          ]}
          onClick={onPlace}
          onMarkerMoved={onMove}
        />
      </div>
      {/* For people who cannot click on the plan: the marker is then moved by arrow keys. */}
      <Button variant="default" size="xs" disabled={current === null} onClick={() => onPlace(middle)}>
        {t("gateways.placing.middle")}
      </Button>
    </div>
  );
}
