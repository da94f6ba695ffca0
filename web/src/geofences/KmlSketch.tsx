import type { KmlPlace } from "@pulse/contract/geofences";
import { type LonLat, partsOf } from "@pulse/geo/fenceShape";
import { useTranslation } from "react-i18next";
import classes from "./Geofences.module.css";

const [width, height, marginPx] = [560, 180, 10];

/** The shapes of a file beside each other, north up, so that people see what they import. */
export function KmlSketch({ places }: { places: readonly KmlPlace[] }) {
  const { t } = useTranslation();
  const shapes = places.flatMap(({ shape, name }) => (shape === null ? [] : [{ shape, name }]));
  if (shapes.length === 0) return null;
  const corners = shapes.flatMap(({ shape }) => partsOf(shape).flatMap((part) => part[0] ?? []));
  const [west, east] = extremes(corners.map(([lon]) => lon));
  const [south, north] = extremes(corners.map(([, lat]) => lat));
  // A degree of longitude is shorter than one of latitude.
  const stretch = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = Math.min(
    (width - 2 * marginPx) / Math.max((east - west) * stretch, 1e-9),
    (height - 2 * marginPx) / Math.max(north - south, 1e-9),
  );
  const left = (width - (east - west) * stretch * scale) / 2;
  const top = (height - (north - south) * scale) / 2;
  const at = ([lon, lat]: LonLat): string =>
    `${(left + (lon - west) * stretch * scale).toFixed(1)} ${(top + (north - lat) * scale).toFixed(1)}`;
  return (
    <svg
      className={classes["kmlSketch"]}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t("geofences.kml.sketch")}
    >
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

function extremes(values: readonly number[]): [min: number, max: number] {
  return [
    values.reduce((least, value) => Math.min(least, value), Infinity),
    values.reduce((most, value) => Math.max(most, value), -Infinity),
  ];
}
