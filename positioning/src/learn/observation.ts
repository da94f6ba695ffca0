import type { PlacedAnchor, PlacedFloor } from "../model/placed.ts";
import { wallLossDb } from "../model/walls.ts";
import { MODEL } from "../model/modelConstants.ts";
import { LEARN } from "./learnConstants.ts";
import type { Snapshot } from "./snapshot.ts";

/** What was heard of one tag, and where it may have been meanwhile. */
export interface Observation {
  weight: number;
  /** How likely each place is beforehand, nats; a single 0: it is known. */
  logPrior: Float64Array;
  /** From the places to the gateways that heard it, and its levels there above their nominal power at 1 m, dB. */
  links: Link[];
  levelDb: number[];
  /** From the places to gateways that are alive and did not hear it. */
  silent: Link[];
}

/** The radio link between each place where a tag may be and a gateway. */
export interface Link {
  anchorId: string;
  /** The gateway's power at 1 m before any calibration, dBm. */
  nominalDbm: number;
  /** log₁₀ of the distance in three dimensions, m. */
  logDistance: Float64Array;
  /** Stated loss of the walls between, dB. */
  wallsDb: Float64Array;
}

/** A place, or the square around it for which it stands. */
interface Place {
  x: number;
  y: number;
  /** Mean square radius of the square. */
  spreadM2: number;
}

/** The tag of a snapshot may be anywhere on its floor. */
export function observationOf({ floor, anchors, rssi, nonDetecting, weight }: Snapshot): Observation {
  return {
    weight,
    logPrior: samplesOf(floor).logPrior,
    links: anchors.map(linkToFloor),
    levelDb: rssi.map((dbm, i) => dbm - anchors[i]!.nominalPowerDbm),
    silent: nonDetecting.map(linkToFloor),
  };
}

export function linkTo({ id, x, y, z, floor, nominalPowerDbm }: PlacedAnchor, places: readonly Place[]): Link {
  const { walls } = floor;
  const riseM = z - MODEL.tagHeightM;
  return {
    anchorId: id,
    nominalDbm: nominalPowerDbm,
    logDistance: Float64Array.from(places, (place) => {
      const squareM2 = (x - place.x) ** 2 + (y - place.y) ** 2 + riseM ** 2 + place.spreadM2;
      return Math.log10(Math.max(MODEL.nearestM, Math.sqrt(squareM2)));
    }),
    wallsDb: Float64Array.from(places, (place) => (walls ? wallLossDb(walls, x, y, place.x, place.y) : 0)),
  };
}

/** The places of a floor that stand for all of it. */
interface Samples {
  places: Place[];
  logPrior: Float64Array;
}

/** Fits look at the same floors and gateways again and again. */
const knownSamples = new WeakMap<PlacedFloor, Samples>();
const knownLinks = new WeakMap<PlacedAnchor, Link>();

function linkToFloor(anchor: PlacedAnchor): Link {
  const known = knownLinks.get(anchor) ?? linkTo(anchor, samplesOf(anchor.floor).places);
  knownLinks.set(anchor, known);
  return known;
}

function samplesOf(floor: PlacedFloor): Samples {
  const known = knownSamples.get(floor) ?? newSamples(floor);
  knownSamples.set(floor, known);
  return known;
}

/** The blocks of the floor, thinned on a large one. */
function newSamples({ grid }: PlacedFloor): Samples {
  const cells = grid.inside.length;
  const blockM = grid.cellM * grid.stride;
  const skip = Math.max(1, Math.round(Math.sqrt((grid.x.length - cells) / LEARN.evidenceCells)));
  const spreadM2 = (blockM * skip) ** 2 / 6;
  const isSampled = (at: number): boolean => {
    const [column, row] = [(grid.x[at]! - grid.extent.minX) / blockM, (grid.y[at]! - grid.extent.minY) / blockM];
    return Math.floor(column) % skip === 0 && Math.floor(row) % skip === 0;
  };
  const sampled = [...grid.x.keys()].filter((at) => at >= cells && isSampled(at));
  const prior = sampled.map((at) => Math.exp(-0.5 * grid.cost[at]!));
  const total = prior.reduce((sum, p) => sum + p, 0);
  return {
    places: sampled.map((at) => ({ x: grid.x[at]!, y: grid.y[at]!, spreadM2 })),
    logPrior: Float64Array.from(prior, (p) => Math.log(p / total)),
  };
}
