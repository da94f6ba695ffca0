import type { KmlPlace } from "@pulse/contract/geofences";
import { type FenceShape, type LonLat, partsOf } from "@pulse/geo/fenceShape";
import type { LatLon } from "@pulse/geo/latLon";
import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { PlanMap } from "../placing/PlanMap.tsx";
import type { PlanMapHandle, PlanMapView } from "../placing/planMapEngine.ts";
import { useAccessibleSites, useFloors } from "../sites/sites.api.ts";
import classes from "./Geofences.module.css";
import { planOnMap } from "../placing/imagesOnMap.ts";

interface Named {
  shape: FenceShape;
  name: string;
}

/** The shapes of a file on the map, with the site and its plan, so that people see where they import to. */
export function KmlMap({ siteId, places }: { siteId: string; places: readonly KmlPlace[] }) {
  const { t } = useTranslation();
  const { data: floors, isPending } = useFloors(siteId);
  const { data: sites, isPending: isFinding } = useAccessibleSites();
  const handle = useRef<PlanMapHandle | null>(null);
  const site = sites?.find(({ id }) => id === siteId);
  const floor = floors?.find(({ imageUrl }) => imageUrl !== null);
  const plans = useMemo(() => planOnMap(floor, 0.6), [floor]);
  const shapes = places.flatMap(({ shape, name }) => (shape === null ? [] : [{ shape, name }]));
  // The map begins with what is there, and does not move when it arrives later.
  if (shapes.length === 0 || isPending || isFinding) return null;
  const home = siteAt(site, floor);
  return (
    <div className={classes["kmlMap"]}>
      <PlanMap
        label={t("geofences.kml.sketch")}
        plans={plans}
        start={home ?? cornersOf(shapes)[0] ?? { lat: 0, lon: 0 }}
        markers={home === null ? [] : [{ id: siteId, ...home, label: site?.name ?? "", kind: "pin" }]}
        onReady={(map) => void (handle.current = map)}
      >
        {(view) => (
          <Shapes
            // Other shapes, as when latitude and longitude are exchanged, are fitted anew.
            key={JSON.stringify(cornersOf(shapes)[0])}
            shapes={shapes}
            view={view}
            fit={() => handle.current?.fit([...cornersOf(shapes), ...(home === null ? [] : [home])])}
          />
        )}
      </PlanMap>
    </div>
  );
}

/** Where the site is: on its plan, or as somebody has entered it. */
function siteAt(
  site: { lat: number | null; lon: number | null } | undefined,
  floor: { corners: readonly LatLon[] } | undefined,
): LatLon | null {
  const [one, , other] = floor?.corners ?? [];
  if (one !== undefined && other !== undefined)
    return { lat: (one.lat + other.lat) / 2, lon: (one.lon + other.lon) / 2 };
  const { lat = null, lon = null } = site ?? {};
  return lat === null || lon === null ? null : { lat, lon };
}

function Shapes({ shapes, view, fit }: { shapes: readonly Named[]; view: PlanMapView; fit(): void }) {
  const fitAll = useEffectEvent(fit);
  useEffect(() => fitAll(), []);
  const at = ([lon, lat]: LonLat): string => {
    const { x, y } = view.project({ lat, lon });
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  return (
    <svg className={classes["kmlShapes"]} aria-hidden="true">
      {shapes.map(({ shape, name }, nth) => (
        <path
          // oxlint-disable-next-line react/no-array-index-key -- a file may contain duplicates
          key={nth}
          d={partsOf(shape)
            .flatMap((part) => part.map((ring) => `M${ring.map(at).join("L")}Z`))
            .join("")}
        >
          <title>{name}</title>
        </path>
      ))}
    </svg>
  );
}

const cornersOf = (shapes: readonly Named[]): LatLon[] =>
  shapes.flatMap(({ shape }) => partsOf(shape).flatMap((part) => (part[0] ?? []).map(([lon, lat]) => ({ lat, lon }))));
