import type { GatewayStatus, Hardware, UnusedProperty } from "@pulse/contract/gateways";
import { defaults, limits } from "@pulse/contract/limits";
import { type RadioModel, curveFrom, distanceForRssi } from "@pulse/positioning/model/pathLoss";
import type { LiveGateway } from "../../platform/bus/requests.ts";
import type { Places } from "../../pipeline/places/places.ts";
import { healthOf } from "./health.ts";
import type { GatewayRow } from "./gateways.repository.ts";
import { baseFields } from "../../platform/http/baseFields.ts";
import { radioOf } from "@pulse/positioning/model/placedSite";

/** The newest message of a gateway, from memory or, before this process started, from the database. */
export function lastMessageMs(row: GatewayRow, live: LiveGateway): number | null {
  return live.lastMessageMs ?? row.last_message_at?.getTime() ?? null;
}

/** A gateway is connected, and hears a tracker, for the longer of a minute and three of its upload periods (shapes S9). */
export function connectedMs({ upload_period_s: periodS }: Pick<GatewayRow, "upload_period_s">): number {
  return Math.max(limits.connectedMs, 3000 * (periodS ?? 0));
}

/** Online: a message within that time, or an open MQTT connection; not if it has said that it is offline. */
export function statusOf(row: GatewayRow, live: LiveGateway, nowMs: number): GatewayStatus {
  const lastMs = lastMessageMs(row, live);
  if (live.left) return lastMs === null ? "never" : "offline";
  if (live.connected || (lastMs !== null && nowMs - lastMs <= connectedMs(row))) return "online";
  return lastMs === null ? "never" : "offline";
}

/** How far away a tracker heard at `rssi` dBm is, by the law that fixes use; metres with one decimal. */
export function distanceBy(radio: RadioModel, rssi: number): number {
  return Number(distanceForRssi(radio, rssi).toFixed(1));
}

/** A gateway as the API returns it. */
export function gatewayView(
  row: GatewayRow,
  parts: { places: Places; live: LiveGateway; floorElevationM: number; outsideM: number | null; nowMs: number },
): Omit<Hardware, "beaconsConnected"> {
  const { places, live, outsideM, nowMs } = parts;
  const lastMs = lastMessageMs(row, live);
  const z = row.z ?? defaults.gatewayZM;
  return {
    ...baseFields(row),
    guid: row.guid,
    siteId: row.site_id,
    name: row.name,
    status: statusOf(row, live, nowMs),
    hardwareType: { id: row.hardware_type_id, type: row.hardware_type },
    lat: row.lat,
    lon: row.lon,
    floorId: row.floor_id,
    location: places.location(row.floor_id),
    lastUpdated: lastMs === null ? null : new Date(lastMs).toISOString(),
    numConnected: live.trackersInRange,
    elevation: Number((parts.floorElevationM + z).toFixed(2)),
    mac: row.mac,
    mqttGuid: row.mqtt_guid,
    mqttUsername: row.mqtt_username,
    properties: {
      alpha: row.alpha,
      beta: row.beta,
      gamma: row.gamma,
      hardwareType: row.hardware_type,
      measuredPower: row.measured_power,
      z,
      mac: row.mac,
      username: row.mqtt_username,
      anchorSnapRadius: row.anchor_snap_radius,
    },
    unusedProperties: unusedProperties(row),
    sections: places.sections(row.floor_id),
    health: healthOf(row, outsideM, live),
    outsideFloorM: outsideM,
    firmware: live.firmware ?? row.firmware,
  };
}

/** The radio settings of a gateway that the engine replaces with the default, since no law can have such a value. */
function unusedProperties({ id, alpha, beta, gamma, measured_power: measuredPower }: GatewayRow): UnusedProperty[] {
  // The engine is asked, one value at a time, so that its bounds are defined only there.
  const { powerDbm } = radioOf({ id, measuredPower, alpha: null, beta: null, gamma: null }, null);
  const unused: [UnusedProperty, boolean][] = [
    ["alpha", alpha !== null && curveFrom(alpha, null, null) === null],
    ["beta", beta !== null && curveFrom(null, beta, null) === null],
    ["gamma", gamma !== null && curveFrom(null, null, gamma) === null],
    ["measured_power", measuredPower !== null && powerDbm !== measuredPower],
  ];
  return unused.flatMap(([property, isUnused]) => (isUnused ? property : []));
}
