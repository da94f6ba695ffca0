import type { DeviceReply, Downlink } from "../downlink.ts";
import { macHex } from "../mac.ts";
import { type Fields, isFields, parseNumber } from "../payload.ts";
import { commonFields, minewSettings, readCommonFields } from "./settings.ts";

/** Keys of an answer that say how it went; firmware versions use different ones. */
const outcomeKeys = ["code", "result", "status", "state", "error", "msg", "message", "reason"] as const;
const refusal = /fail|error|invalid|refus|illegal|not |^no$/i;

/**
 * Minew's `config` on `/gw/{mac}/action` (gateways.md 2.1). There is no command that reads the settings or reaches
 * trackers.
 */
export const minewDownlink: Downlink = {
  toTrackers: false,
  settings: minewSettings,
  can: (kind) => kind === "updateGateway",
  encode: ({ mac }, command, seq) => {
    const common = command.kind === "updateGateway" ? commonFields(command.settings) : {};
    const config = { action: "config", takeEffectImmediately: "YES", common, requestId: String(seq) };
    return { topics: actionTopics(mac), payload: JSON.stringify(config) };
  },
};

/** Where a gateway takes commands: the factory writes the MAC in lower case, many installers in upper case. */
export function actionTopics(mac: string): string[] {
  const hex = macHex(mac);
  return [...new Set([hex.toLowerCase(), hex])].map((one) => `/gw/${one}/action`);
}

/**
 * Reads an answer on `/gw/{mac}/action/response`. Null: it does not say which of our commands it answers. No table of
 * outcomes is public: an error code or a word of refusal counts as a refusal, in the gateway's own words.
 */
export function readReply(message: Fields): DeviceReply | null {
  const seq = parseNumber(message["requestId"]);
  if (seq === null || !Number.isInteger(seq)) return null;
  const isRefused = refused(message);
  const { action: _action, requestId: _requestId, ...told } = message;
  return {
    seq,
    stage: isRefused ? "failed" : "done",
    reason: isRefused ? inWords(message) : null,
    mac: null,
    gateway: readCommonFields(isFields(message["common"]) ? message["common"] : message),
    tracker: null,
    told,
  };
}

function refused(message: Fields): boolean {
  if (message["success"] === false) return true;
  const code = parseNumber(message["code"]);
  if (code !== null && code !== 0 && code !== 200) return true;
  return outcomeKeys.some((key) => {
    const word = message[key];
    return typeof word === "string" && (key === "error" ? word !== "" : refusal.test(word));
  });
}

function inWords(message: Fields): string {
  const words = outcomeKeys
    .map((key) => message[key])
    .filter((word) => typeof word === "string" || typeof word === "number");
  return (words.length > 0 ? words.join(": ") : "refused").replaceAll("\0", "").slice(0, 200);
}
