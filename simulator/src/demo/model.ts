/** A point of a floor in metres from the top-left corner of its image: x to the right, y DOWN. See placing.ts. */
export interface FloorPoint {
  x: number;
  y: number;
}

/** What a wall is made of, for both the radio and the drawing. A rack is not a wall, but it weakens radio. */
export type WallKind = "outer" | "insulated" | "inner" | "low" | "mesh" | "rack";

/** One solid piece of wall; openings are gaps between pieces. */
export interface Wall {
  kind: WallKind;
  a: FloorPoint;
  b: FloorPoint;
}

/** A node of the walkable graph. `place` names a place to dwell; null is only for passing. */
export interface WalkNode extends FloorPoint {
  place: string | null;
}

/** Where people and carts may go: straight edges between nodes, by index, both ways. */
export interface WalkGraph {
  nodes: WalkNode[];
  edges: (readonly [number, number])[];
  /** Nodes at lifts and stairs by the name of the shaft; those of one name are joined across floors. */
  shafts: { name: string; node: number }[];
}

/** Text of a plan, kept out of the image so that it can be hidden and translated. */
export interface PlanLabel extends FloorPoint {
  kind: "room" | "minor" | "zone" | "rack" | "dock";
  text: string;
  sub?: string;
}

/** A named room, and a lift or a flight of stairs. */
export interface DemoRoom {
  name: string;
  area: FloorPoint[];
}

export interface DemoFloor {
  /** Unique in the demo, e.g. "harbour/floor-1". */
  key: string;
  name: string;
  level: number;
  /** Size of the image. */
  widthM: number;
  heightM: number;
  ceilingHeightM: number;
  /** The building's outer wall on this floor. */
  outline: FloorPoint[];
  walls: Wall[];
  /** Both ends of each door and gate. */
  doors: { a: FloorPoint; b: FloorPoint }[];
  lifts: DemoRoom[];
  rooms: DemoRoom[];
  walk: WalkGraph;
  labels: PlanLabel[];
  /** The plan as SVG at 10 px/m: covers the image's rectangle, transparent outside the building, no text. */
  planSvg(theme: "light"): string;
}

export interface DemoBuilding {
  name: string;
  /** The top-left corner of every floor's image, in metres east and north of the site's origin. */
  eastM: number;
  northM: number;
  /** Clockwise, as the API's rotation_deg. */
  rotationDeg: number;
  floors: DemoFloor[];
}

export interface DemoGateway extends FloorPoint {
  name: string;
  mac: string;
  floor: string;
  /** Metres above its own floor. */
  z: number;
}

/** How an asset spends its day. */
export type Behaviour =
  | { kind: "still"; floor: string; x: number; y: number }
  | {
      kind: "roaming";
      /** Places (of WalkNode) it goes to, by floor. */
      stops: { floor: string; place: string }[];
      speedMps: number;
      dwellS: readonly [min: number, max: number];
      /** Worn or pushed by a person whose body shadows it. */
      carried: boolean;
    };

/** The kind of tracker: how loud it is compared with its stated power, and what it can report. */
export interface TrackerModel {
  name: string;
  /** How much louder (+) or fainter (−) it is than its stated measured power, dB. */
  offsetDb: number;
  accelerometer: boolean;
  /** One advert in this many is a sensor frame (with an accelerometer) or telemetry (without); the others are iBeacons. */
  sensorFrameEach: number;
  stillPeriodS: number;
}

export interface DemoAsset {
  name: string;
  type: string;
  trackerName: string;
  trackerMac: string;
  trackerModel: TrackerModel;
  batteryMv: number;
  behaviour: Behaviour;
}

/** A geofence on a floor. */
export interface DemoGeofence {
  name: string;
  floor: string;
  shape: { area: FloorPoint[] } | { centre: FloorPoint; radiusM: number };
  /** Null: the site's. */
  exitTimeoutMin: number | null;
}

export interface DemoSite {
  key: string;
  name: string;
  address: string;
  /** The site's origin, WGS 84. */
  lat: number;
  lon: number;
  buildings: DemoBuilding[];
  gateways: DemoGateway[];
  geofences: DemoGeofence[];
  assets: DemoAsset[];
}

export interface DemoCustomer {
  name: string;
  code: string;
  sites: DemoSite[];
}
