import { localFrame } from "@pulse/geo/localFrame";
import type { Fix } from "@pulse/positioning/fix/fix";
import { locate } from "@pulse/positioning/engine/locate";
import type { Area } from "@pulse/positioning/model/areaIndex";
import type { Calibration } from "@pulse/positioning/model/calibration";
import { buildSiteModel, type SiteModel } from "@pulse/positioning/engine/siteModel";
import type { EngineSettings } from "@pulse/positioning/model/placedSite";
import { type HeardPacket, observe } from "@pulse/positioning/window/signalState";
import { newTrackerState, type TrackerState } from "@pulse/positioning/engine/trackerState";
import { adapterForTopic } from "@pulse/protocols/catalogue";
import { uploadDelay, type UploadDelay } from "@pulse/protocols/uploadDelay";
import type { DemoSite } from "@pulse/simulator/demo/model";
import { floorOfKey, floorToSite } from "@pulse/simulator/demo/placing";
import { guessedLossDb } from "@pulse/simulator/demo/wallLoss";
import { floorHeightM } from "@pulse/simulator/radio/receivers";
import type { RadioSettings } from "@pulse/simulator/radio/settings";
import type { Figures } from "../figures.ts";
import { newSiteRun, type SimulatedMessage, type Truth } from "@pulse/simulator/siteRun";

/** How well a site's simulated tags were located. Errors are horizontal metres, whether or not the floor is right. */
export interface Accuracy extends Figures {
  fixes: number;
}

const FIX_EACH_S = 2;

/** What is measured of a demo site; not with the demo's own seed, so that the world is not tuned to one draw of the air. */
export const MEASURED = { seed: 11, durationS: 60, warmUpS: 36 } as const;

/**
 * Runs a site's gateways against the dialect's decoder and the engine, like the server: order and age by arrival, one fix
 * of each tag every two seconds, counted after `warmUpS`. The engine knows nothing about the simulated radio.
 */
export function measureAccuracy(input: {
  site: DemoSite;
  seed: number;
  durationS: number;
  warmUpS: number;
  mechanism: EngineSettings["mechanism"];
  radio?: RadioSettings;
}): Accuracy {
  const { site } = input;
  const startMs = Date.UTC(2026, 10, 20, 8);
  const run = newSiteRun(site, input.seed, startMs, input.radio);
  const model = modelOf(site, input.mechanism);
  const states = new Map<string, TrackerState>(site.assets.map((asset) => [asset.trackerMac, newTrackerState()]));
  const delays: UploadDelays = new Map();
  const scores: Score[] = [];
  for (let second = 0; second < input.durationS; second++) {
    for (const message of run.second(second)) hear(states, delays, message, startMs);
    if (second % FIX_EACH_S !== 0) continue;
    // The last upload of this second falls within the next.
    const nowMs = startMs + (second + 2) * 1000;
    for (const [mac, truth] of run.truth()) {
      const state = states.get(mac);
      const fix = state ? locate(model, state, nowMs) : null;
      if (fix && second >= input.warmUpS) scores.push(scoreOf(fix, truth, site));
    }
  }
  return summary(scores);
}

interface Score {
  errorM: number;
  rightFloor: boolean;
  in68: boolean;
  in95: boolean;
}

/** How long each gateway's messages wait, as the server knows it. */
export type UploadDelays = Map<string, UploadDelay>;

/** Passes a gateway's message on to the trackers it heard. */
export function hear(
  states: ReadonlyMap<string, TrackerState>,
  delays: UploadDelays,
  message: SimulatedMessage,
  startMs: number,
): void {
  const payload = new TextEncoder().encode(message.payload);
  const decoded = adapterForTopic(message.topic)?.decode(message.topic, payload);
  if (decoded?.kind !== "scan") return;
  const receivedMs = startMs + message.tMs;
  const delay = delays.get(decoded.gateway) ?? uploadDelay();
  delays.set(decoded.gateway, delay);
  const madeMs = receivedMs - delay.of(decoded.clock, receivedMs);
  for (const { mac, rssi, ageMs, moving, measuredPower } of decoded.adverts) {
    const state = states.get(mac);
    if (!state) continue;
    const packet: HeardPacket = { anchorId: decoded.gateway, rssi, atMs: madeMs - ageMs, receivedMs };
    if (moving !== undefined) packet.moving = moving;
    if (measuredPower !== undefined) packet.statedPowerDbm = measuredPower;
    observe(state, packet);
  }
}

function scoreOf(fix: Fix, truth: Truth, site: DemoSite): Score {
  const place = floorToSite(floorOfKey(site, truth.floor).building, truth);
  const errorM = Math.hypot(fix.x - place.x, fix.y - place.y);
  return {
    errorM,
    rightFloor: fix.floor === truth.floor,
    in68: errorM <= fix.accuracyM,
    in95: errorM <= fix.accuracyOuterM,
  };
}

function summary(scores: readonly Score[]): Accuracy {
  const sorted = scores.map(({ errorM }) => errorM).toSorted((a, b) => a - b);
  const share = (is: (score: Score) => boolean): number => scores.filter(is).length / Math.max(1, scores.length);
  return {
    fixes: sorted.length,
    meanM: sorted.reduce((sum, errorM) => sum + errorM, 0) / sorted.length,
    medianM: sorted[Math.floor(sorted.length * 0.5)] ?? NaN,
    p90M: sorted[Math.floor(sorted.length * 0.9)] ?? NaN,
    rightFloor: share((score) => score.rightFloor),
    within68: share((score) => score.in68),
    within95: share((score) => score.in95),
  };
}

/** What is drawn of a site besides its outlines. */
export interface Drawn {
  hasWalls: boolean;
  /** They only matter for the rooms that are named. */
  rooms: readonly Area[];
}

/** The engine's model of a demo site, as on the server: what an administrator would have entered and drawn. */
export function modelOf(
  site: DemoSite,
  mechanism: EngineSettings["mechanism"],
  calibration: Calibration | null = null,
  { hasWalls = true, rooms = [] }: Partial<Drawn> = {},
): SiteModel {
  const frame = localFrame(site);
  return buildSiteModel({
    calibration,
    anchors: site.gateways.map((gateway) => {
      const { building } = floorOfKey(site, gateway.floor);
      // To the world and back, as on the server.
      const { x, y } = frame.toLocal(frame.toLatLon(floorToSite(building, gateway)));
      return {
        id: gateway.mac,
        x,
        y,
        z: gateway.z,
        floor: gateway.floor,
        measuredPower: null,
        alpha: null,
        beta: null,
        gamma: null,
        snapRadiusM: null,
      };
    }),
    floors: site.buildings.flatMap((building) =>
      building.floors.map((floor) => ({
        id: floor.key,
        level: floor.level,
        elevationM: floorHeightM(building, floor.level),
        outline: floor.outline.map((corner) => floorToSite(building, corner)),
      })),
    ),
    walls: (hasWalls ? site.buildings : []).flatMap((building) =>
      building.floors.flatMap(({ key, walls }) =>
        walls.map(({ kind, a, b }) => ({
          floor: key,
          points: [floorToSite(building, a), floorToSite(building, b)],
          lossDb: guessedLossDb[kind],
        })),
      ),
    ),
    rooms,
    settings: { mechanism, anchorSnapRadiusM: 5, locationAccuracyThresholdM: 50, ignoreMovingTracker: false },
  });
}
