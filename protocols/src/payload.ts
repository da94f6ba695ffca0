import { type GatewayMessage, type RejectedAdvert, MAX_RSSI_DBM, MIN_RSSI_DBM, UndecodableMessage } from "./message.ts";

/** A JSON object whose keys are not checked yet. */
export type Fields = Record<string, unknown>;

/** More than twice the largest known upload; a longer list is an attack on the memory, not a scan. */
export const MAX_ADVERTS = 10_000;

const SAMPLE_CHARACTERS = 200;
const utf8 = new TextDecoder("utf-8", { fatal: true });
const lenientUtf8 = new TextDecoder("utf-8");
/** JSON allows none of these within a text, and gateways copy names of strangers' devices as they were sent. */
const controls = /\p{Cc}/gu;
/** A backslash with what it escapes; alone where JSON knows no such escape. */
const escapes = /\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])|\\/g;
/** A text, or what programs in Python and C write for a number that is none. */
const notNumbers = /"(?:[^"\\]|\\.)*"|[-+]?\b(?:nan|inf|infinity)\b/gi;

/** The JSON object in a payload. @throws {UndecodableMessage} if it is not JSON or not an object */
export function parseObject(payload: Uint8Array): Fields {
  const value = parseJson(payload);
  if (!isFields(value)) throw new UndecodableMessage("the message is not a JSON object");
  return value;
}

/**
 * The JSON in a payload. Bytes that are not UTF-8, control characters, unknown escapes and NULs only affect the text
 * that they are in, which is a name as a rule: they are replaced. A number that is none ("NaN") becomes null.
 * @throws {UndecodableMessage} if it is not JSON even so
 */
export function parseJson(payload: Uint8Array): unknown {
  if (payload.length === 0) throw new UndecodableMessage("the message is empty");
  let text: string;
  let isUtf8 = true;
  try {
    text = utf8.decode(payload);
  } catch {
    isUtf8 = false;
    text = lenientUtf8.decode(payload);
  }
  try {
    return JSON.parse(text);
  } catch {
    const mended = parseMended(utf16Text(payload) ?? text);
    if (mended !== undefined) return mended;
    throw new UndecodableMessage(isUtf8 ? `the message is not JSON: ${cut(text)}` : "the message is not UTF-8 text");
  }
}

/** The text of a payload in UTF-16, told by its mark or by the zero byte beside its first character (RFC 4627, section 3). */
function utf16Text(payload: Uint8Array): string | null {
  const start = payload[0]! * 256 + (payload[1] ?? 0);
  if (start === 0xfffe || (payload[0] !== 0 && payload[1] === 0)) return new TextDecoder("utf-16le").decode(payload);
  if (start === 0xfeff || (payload[0] === 0 && payload[1] !== 0)) return new TextDecoder("utf-16be").decode(payload);
  return null;
}

/** The JSON in a text once what JSON forbids is replaced: signs within texts, and "NaN"; undefined: it is not JSON. */
function parseMended(text: string): unknown {
  // A C program that sends a fixed buffer sends what is behind the end of its text, too.
  const end = text.indexOf("\0");
  for (const part of end > 0 ? [text, text.slice(0, end)] : [text])
    try {
      return JSON.parse(
        part
          .replace(controls, " ")
          .replace(escapes, (found) => (found.length > 1 ? found : "\ufffd"))
          .replace(notNumbers, (found) => (found.startsWith('"') ? found : "null")),
      );
    } catch {
      // The next part, or none.
    }
  return undefined;
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

/**
 * RSSI in dBm from a number or the text of one (older KKM firmware); null if it is neither or no reading: outside
 * -127…20, or 0, which receivers report when they have none (127 in HCI, Bluetooth Core 5.4 Vol 4 Part E 7.7.65).
 */
export function parseRssi(value: unknown): number | null {
  const rssi = typeof value === "number" ? value : typeof value === "string" && isDecimal(value) ? Number(value) : NaN;
  return isReading(rssi) ? rssi : null;
}

/** Whether a number of dBm can be a strength that was measured. */
export function isReading(rssi: number): boolean {
  return rssi >= MIN_RSSI_DBM && rssi <= MAX_RSSI_DBM && rssi !== 0;
}

const NO_READING = "means that there is no reading";
/** Whether a reason of `rssiFault` is that the receiver has no reading, which is no fault of its message. */
export const isNoReading = (reason: string): boolean => reason.endsWith(NO_READING);

/** Why `parseRssi` has found no strength. */
export function rssiFault(value: unknown): string {
  const rssi = parseNumber(value);
  if (rssi === 0 || rssi === 127) return `rssi ${rssi} ${NO_READING}`;
  return `rssi is not a number from ${MIN_RSSI_DBM} to ${MAX_RSSI_DBM}`;
}

/**
 * The scan of a message whose only advert has no strength: the advert is rejected where the receiver has no reading.
 * @throws {UndecodableMessage} for what is no strength at all
 */
export function withoutReading(message: Fields): Extract<GatewayMessage, { kind: "scan" }> {
  const fault = rssiFault(message["rssi"]);
  if (!isNoReading(fault)) throw new UndecodableMessage(fault);
  return { kind: "scan", gateway: "", adverts: [], rejected: [rejection(fault, message)] };
}

/** A text that a device has sent, without control characters and cut to `maxCharacters`; null: none. */
export function readText(value: unknown, maxCharacters = 100): string | null {
  if (typeof value !== "string") return null;
  const text = value.replaceAll(controls, "").trim().slice(0, maxCharacters);
  return text === "" ? null : text;
}

/** Words with which a gateway, or the broker on its behalf, says that it is no longer there. */
const lastWords: ReadonlySet<unknown> = new Set(["offline", "disconnected", "lost", "dead"]);

/** Whether a status message says that its gateway is no longer there: as a word, or as the state in an object. */
export function saysOffline(payload: Uint8Array): boolean {
  const text = lenientUtf8.decode(payload.subarray(0, SAMPLE_CHARACTERS));
  const word = text.replaceAll(controls, " ").replaceAll('"', "").trim().toLowerCase();
  if (word === "" || lastWords.has(word)) return true;
  if (!word.startsWith("{")) return false;
  try {
    const message = parseJson(payload);
    if (!isFields(message)) return false;
    return ["state", "status", "net_state"].some((key) => lastWords.has(readText(message[key])?.toLowerCase()));
  } catch {
    return false;
  }
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
