import type { GatewayIdentity } from "../gatewayIdentity.ts";
import type { DeviceCommand, DeviceReply, Downlink, DownlinkMessage } from "../downlink.ts";
import { macHex, parseMac } from "../mac.ts";
import { type Fields, isFields, parseNumber } from "../payload.ts";
import { gatewayFields, gatewaySettings, readGatewayFields, readSlotFields, slotFields } from "./settings.ts";

/** A beacon's password until somebody changes it. */
const FACTORY_PASSWORD = "0000000000000000";
/** `getPara` of the advertising slots. */
const PARA_ADVERTISING = 2;
/** `ringType` is a bitmask. */
const RING = { stop: 0, beep: 1, led: 2 } as const;

/** KKM's commands (gateways.md 1.5, 1.6): `admin` to the gateway itself, `dData` to a beacon that it connects to. */
export const kgatewayDownlink: Downlink = {
  toTrackers: true,
  settings: gatewaySettings,
  can: () => true,
  encode: encodeCommand,
};

function encodeCommand({ mac }: GatewayIdentity, command: DeviceCommand, seq: number): DownlinkMessage {
  const gmac = macHex(mac);
  if (command.kind === "readGateway" || command.kind === "updateGateway") {
    const settings =
      command.kind === "readGateway" ? { stype: "getCfg" } : { stype: "cfg", ...gatewayFields(command.settings) };
    return { topics: [`kbeacon/subadmin/${gmac}`], payload: JSON.stringify({ msg: "admin", gmac, ...settings, seq }) };
  }
  const envelope = {
    msg: "dData",
    gmac,
    mac: macHex(command.mac),
    seq,
    auth1: FACTORY_PASSWORD,
    dType: "json",
    mode: 0,
  };
  return {
    topics: [`kbeacon/subaction/${gmac}`],
    payload: JSON.stringify({ ...envelope, data: beaconCommand(command) }),
  };
}

function beaconCommand(command: Exclude<DeviceCommand, { kind: "readGateway" | "updateGateway" }>): Fields {
  if (command.kind === "readTracker") return { msg: "getPara", type: PARA_ADVERTISING, slot: 0 };
  if (command.kind === "updateTracker") return { msg: "cfg", advObj: [slotFields(command.settings)] };
  const { durationMs } = command;
  if (durationMs === 0) return { msg: "ring", ringType: RING.stop, ringTime: 0 };
  return { msg: "ring", ringType: RING.beep | RING.led, ringTime: durationMs, ledOn: 500, ledOff: 1500 };
}

/** What a `dAck` or an `adminRsp` says. Null: it does not say which command it answers. */
export function readReply(message: Fields): DeviceReply | null {
  const seq = parseNumber(message["seq"]);
  if (seq === null || !Number.isInteger(seq)) return null;
  const mac = message["mac"];
  const data = dataOf(message["data"]);
  const isAdmin = String(message["msg"]).toLowerCase() === "adminrsp";
  return {
    seq,
    ...outcomeOf(message),
    mac: typeof mac === "string" ? parseMac(mac) : null,
    gateway: isAdmin ? readGatewayFields(message) : null,
    tracker: isAdmin ? null : readSlotFields(data),
    told: isAdmin ? withoutEnvelope(message) : isFields(data) ? data : {},
  };
}

/** `succ` with cause 1: the gateway has the command and more is to come. An `adminRsp` need not say how it went. */
function outcomeOf({ rslt, cause }: Fields): Pick<DeviceReply, "stage" | "reason"> {
  const result = typeof rslt === "string" ? rslt.toLowerCase() : "succ";
  if (result === "succ" || result === "success" || result === "ok")
    return { stage: parseNumber(cause) === 1 ? "accepted" : "done", reason: null };
  const words = [rslt, cause].filter((word) => typeof word === "string" || typeof word === "number").map(String);
  return { stage: "failed", reason: words.join(": ").replaceAll("\0", "").slice(0, 200) };
}

/** Some firmware sends the beacon's JSON as text. */
function dataOf(data: unknown): unknown {
  if (typeof data !== "string") return data;
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

const ENVELOPE: ReadonlySet<string> = new Set(["msg", "gmac", "stype", "seq", "rslt", "cause"]);

function withoutEnvelope(message: Fields): Fields {
  return Object.fromEntries(Object.entries(message).filter(([key]) => !ENVELOPE.has(key)));
}
