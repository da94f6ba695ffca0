import { type RejectedAdvert, MAX_RSSI_DBM, MIN_RSSI_DBM, UndecodableMessage } from "./message.ts";

/** A JSON object whose keys are not checked yet. */
export type Fields = Record<string, unknown>;

/** More than twice the largest known upload; a longer list is an attack on the memory, not a scan. */
export const MAX_ADVERTS = 10_000;

const SAMPLE_CHARACTERS = 200;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The JSON object in a payload. @throws {UndecodableMessage} if it is not UTF-8, not JSON or not an object */
export function parseObject(payload: Uint8Array): Fields {
  const value = parseJson(payload);
  if (!isFields(value)) throw new UndecodableMessage("the message is not a JSON object");
  return value;
}

/** The JSON in a payload. @throws {UndecodableMessage} if it is not UTF-8 or not JSON */
export function parseJson(payload: Uint8Array): unknown {
  if (payload.length === 0) throw new UndecodableMessage("the message is empty");
  let text: string;
  try {
    text = utf8.decode(payload);
  } catch {
    throw new UndecodableMessage("the message is not UTF-8 text");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UndecodableMessage(`the message is not JSON: ${cut(text)}`);
  }
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A list of adverts under its key. @throws {UndecodableMessage} if it is not an array or longer than `MAX_ADVERTS` */
export function advertList(fields: Fields, key: string): unknown[] {
  const list = fields[key];
  if (!Array.isArray(list)) throw new UndecodableMessage(`"${key}" is not an array`);
  if (list.length > MAX_ADVERTS)
    throw new UndecodableMessage(`"${key}" holds ${list.length} adverts, more than ${MAX_ADVERTS}`);
  return list as unknown[];
}

/** RSSI in dBm from a number or the text of one (older KKM firmware); null if it is neither or outside -127…20. */
export function parseRssi(value: unknown): number | null {
  const rssi = typeof value === "number" ? value : typeof value === "string" && isDecimal(value) ? Number(value) : NaN;
  return rssi >= MIN_RSSI_DBM && rssi <= MAX_RSSI_DBM ? rssi : null;
}

/** A finite number from a number or the text of one; null otherwise. */
export function parseNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  return typeof value === "string" && isDecimal(value) ? Number(value) : null;
}

/** Percent, 0…100, rounded; null if it is not a percentage. */
export function readPercentage(value: unknown): number | null {
  const percent = parseNumber(value);
  return percent !== null && percent >= 0 && percent <= 100 ? Math.round(percent) : null;
}

/** A rejected advert, with as much of it as can be shown. */
export function rejection(reason: string, advert: unknown): RejectedAdvert {
  return { reason, sample: describe(advert) };
}

function isDecimal(text: string): boolean {
  return text.length <= 20 && /^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(text);
}

/** Looks only one level deep: an advert may be nested deeper than JSON.stringify can recurse. */
function describe(value: unknown): string {
  if (!isFields(value)) return cut(Array.isArray(value) ? `an array of ${value.length}` : JSON.stringify(value));
  const flat: Fields = {};
  for (const key of Object.keys(value).slice(0, 16)) {
    const field = value[key];
    const shown = typeof field === "object" && field !== null ? "…" : typeof field === "string" ? cut(field) : field;
    Object.defineProperty(flat, cut(key), { value: shown, enumerable: true, configurable: true });
  }
  return cut(JSON.stringify(flat));
}

function cut(text: string): string {
  return text.length > SAMPLE_CHARACTERS ? `${text.slice(0, SAMPLE_CHARACTERS)}…` : text;
}
