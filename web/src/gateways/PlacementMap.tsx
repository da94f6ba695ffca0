import type { GatewayStatus } from "@pulse/contract/gateways";
import type { FloorPlan } from "@pulse/contract/sites";
import { distanceM, type LatLon } from "@pulse/geo/latLon";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { PlanMap } from "../placing/PlanMap.tsx";
import type { RadioSettings } from "./coverage.ts";
import { CoverageLayer } from "./CoverageLayer.tsx";
import { type Snapped, snapped } from "./snapping.ts";
import { planOnMap } from "../placing/imagesOnMap.ts";

/** A gateway snaps to things within this distance on the screen, px, but never farther than this on the ground, m. */
const snapPx = 10;
const snapM = 1.5;
/** How much of a gateway's surroundings is shown, m. */
const aroundM = 12;

interface Props {
  floor: FloorPlan;
  /** Null: not placed yet. */
  marker: LatLon | null;
  name: string;
  radio: RadioSettings;
  /** The other gateways of the floor. */
  neighbours: readonly { id: string; name: string; lat: number; lon: number; status?: GatewayStatus }[];
  /** Its own state; left out while it is new. */
  status?: GatewayStatus;
  /** Only its surroundings, instead of the whole floor. */
  isSurroundings?: boolean;
  isSnapping: boolean;
  isReadOnly: boolean;
  onPlace(placed: Snapped): void;
}

/** A floor's plan with a gateway on it, how far it hears, and its neighbours. */
export function PlacementMap({ floor, marker, name, status, radio, neighbours, isReadOnly, ...props }: Props) {
  const { t } = useTranslation();
  const pxPerM = useRef(10);
  const { northWest, walls, doors } = floor;
  const plans = useMemo(() => planOnMap(floor), [floor]);
  const obstacles = useMemo(() => ({ walls, doors }), [walls, doors]);
  const place = (at: LatLon): void => {
    const withinM = Math.min(snapM, snapPx / pxPerM.current);
    // A nudge by a key is smaller than that and must not snap back.
    const isNudge = marker !== null && distanceM(marker, at) < 2 * withinM;
    props.onPlace(props.isSnapping && !isNudge ? snapped(at, floor, neighbours, withinM) : { at, to: null });
  };
  const others = neighbours.map(({ id: other, name: label, lat, lon, status: its = "online" }) => ({
    id: other,
    label,
    lat,
    lon,
    status: its,
    kind: "gateway" as const,
  }));
  const own =
    marker === null
      ? []
      : [{ ...marker, id: "gateway", label: name, status: status ?? "online", kind: "gateway" as const }];
  return (
    <PlanMap
      label={t("gateways.plan", { floor: floor.name })}
      plans={plans}
      start={northWest}
      {...(props.isSurroundings === true && marker !== null ? { focus: { at: marker, aroundM } } : {})}
      markers={[...others, ...own.map((each) => ({ ...each, isSelected: true, isDraggable: !isReadOnly }))]}
      onClick={place}
      onMarkerMoved={(_, to) => place(to)}
    >
      {(view) => {
        pxPerM.current = view.pxPerM;
        return marker === null ? null : <CoverageLayer view={view} at={marker} radio={radio} obstacles={obstacles} />;
      }}
    </PlanMap>
  );
}
