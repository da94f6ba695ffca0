import type { CalibrationPoint } from "@pulse/contract/calibration";
import type { Site } from "@pulse/contract/sites";
import { Link } from "react-router";
import { calibrationPath, type Tab } from "../siteManagement/calibrationPath.ts";
import { floorWords, placeWords } from "./placeWords.ts";

/** A point's place, as a link to its floor's plan. */
export function PointPlace({ site, point, tab }: { site: Site; point: CalibrationPoint; tab: Tab }) {
  const floor = site.floorPlans.find(({ id }) => id === point.floorId);
  if (floor === undefined) return <span>{placeWords(floor, point)}</span>;
  return (
    <Link to={calibrationPath(site.id, floor.id, tab, point.id)} replace>
      {floorWords(floor)} · {placeWords(floor, point)}
    </Link>
  );
}
