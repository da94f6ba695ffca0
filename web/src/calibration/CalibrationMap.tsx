import type { CalibrationPoint } from "@pulse/contract/calibration";
import type { FloorPlan } from "@pulse/contract/sites";
import type { LatLon } from "@pulse/geo/latLon";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLetters } from "../entity/useLetters.ts";
import { useSiteGateways } from "../gateways/gateways.api.ts";
import type { MapMarker } from "../placing/onPlanMap.ts";
import { PlanMap } from "../placing/PlanMap.tsx";
import { PointsView } from "./PointsView.tsx";
import { planOnMap } from "../placing/imagesOnMap.ts";

interface Props {
  floor: FloorPlan;
  points: readonly CalibrationPoint[];
  /** The point that is marked. */
  marked: string | null;
  /** The chosen place; null: none. */
  at: LatLon | null;
  /** Whether a place can be chosen now. */
  isChoosing: boolean;
  onPlace(at: LatLon): void;
}

/** A floor's plan with its gateways, the points of walk tests, the reference beacons and the chosen place. */
export function CalibrationMap({ floor, points, marked, at, isChoosing, onPlace }: Props) {
  const { t } = useTranslation();
  const can = useLetters("hardware_management");
  const { data: gateways = [] } = useSiteGateways(can.r ? floor.siteId : "");
  const { id, northWest } = floor;
  const plans = useMemo(() => planOnMap(floor, 0.75), [floor]);
  const here = gateways.filter(({ floorId }) => floorId === id);
  const pin: MapMarker[] =
    at === null
      ? []
      : [
          {
            ...at,
            id: "place",
            label: t("calibration.stand.pin"),
            kind: "pin",
            isSelected: true,
            isDraggable: isChoosing,
          },
        ];
  return (
    <PlanMap
      label={t("calibration.map", { floor: floor.name })}
      plans={plans}
      start={northWest}
      markers={pin}
      onClick={(place) => isChoosing && onPlace(place)}
      onMarkerMoved={(_, to) => isChoosing && onPlace(to)}
    >
      {(view) => (
        <PointsView
          view={view}
          points={points.filter(({ floorId }) => floorId === id)}
          gateways={here}
          marked={marked}
        />
      )}
    </PlanMap>
  );
}
