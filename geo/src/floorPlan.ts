import { type LatLon } from "./latLon.ts";
import { localFrame, type Point } from "./localFrame.ts";

/** Where a floor's image is: its top-left and bottom-right corners and its clockwise rotation. */
export interface Placement {
  northWest: LatLon;
  southEast: LatLon;
  rotationDeg: number;
}

/** The image's corners in the order north-west, north-east, south-east, south-west of the unturned image. */
export type Corners = [LatLon, LatLon, LatLon, LatLon];

export interface PlacedPlan {
  corners: Corners;
  widthM: number;
  heightM: number;
  /** Metres from the image's top-left, x to its right, y down, to the world. */
  toLatLon(point: Point): LatLon;
  /** The world to metres from the image's top-left, x to its right, y down. */
  toImage(position: LatLon): Point;
}

/** A floor plan placed in the world. The two corners belong to the image, whatever its rotation (decisions C19). */
export function placePlan(placement: Placement): PlacedPlan {
  const frame = localFrame(placement.northWest);
  const angle = (placement.rotationDeg * Math.PI) / 180;
  const right = { x: Math.cos(angle), y: -Math.sin(angle) };
  const down = { x: -Math.sin(angle), y: -Math.cos(angle) };
  const diagonal = frame.toLocal(placement.southEast);
  const widthM = diagonal.x * right.x + diagonal.y * right.y;
  const heightM = diagonal.x * down.x + diagonal.y * down.y;
  const toLatLon = ({ x, y }: Point): LatLon =>
    frame.toLatLon({ x: x * right.x + y * down.x, y: x * right.y + y * down.y });
  return {
    widthM,
    heightM,
    corners: [placement.northWest, toLatLon({ x: widthM, y: 0 }), placement.southEast, toLatLon({ x: 0, y: heightM })],
    toLatLon,
    toImage: (position) => {
      const local = frame.toLocal(position);
      return { x: local.x * right.x + local.y * right.y, y: local.x * down.x + local.y * down.y };
    },
  };
}

/** The placement of an image `widthM` × `heightM` whose top-left corner lies at `northWest`. */
export function placementOf(northWest: LatLon, widthM: number, heightM: number, rotationDeg: number): Placement {
  const angle = (rotationDeg * Math.PI) / 180;
  const southEast = localFrame(northWest).toLatLon({
    x: widthM * Math.cos(angle) - heightM * Math.sin(angle),
    y: -widthM * Math.sin(angle) - heightM * Math.cos(angle),
  });
  return { northWest, southEast, rotationDeg };
}
