import { asText } from "../asText.ts";
import type { Json, Row } from "../format.ts";
import { timeText } from "../times/moveTimes.ts";

/**
 * What changed of one tracker: its number in `guids`, the steps in degrees / 10⁷ to the north and east, and other keys. What
 * did not change is left out from the end.
 */
type Patch =
  | number
  | [tracker: number, changes: Row]
  | [tracker: number, changes: Row | 0, north: number, east: number];

/**
 * A site's live socket, made small: each update is only what changed since the last one of the same tracker. Times are ms
 * since the recording began; `updatedMs` is when most trackers of a frame were updated.
 */
export interface LiveStream {
  guids: string[];
  frames: [atMs: number, updatedMs: number, patches: Patch[]][];
  /** Other events of the socket, by name. */
  events: [atMs: number, name: string, content: Json][];
}

/** One message as it came, `atMs` since the recording began. */
export interface ReceivedMessage {
  atMs: number;
  name: string;
  content: Json;
}

/** A tracker that stays at its place is updated this often, ms: its age on the screen is in whole seconds beyond ten. */
const standingMs = 5_000;
/** One that moves this often, ms; the map glides between. */
const movingMs = 900;
/** Parts of a degree: a hundredth of a metre. */
const parts = 1e7;
/** Digits of other numbers; distances are metres. */
const digits: Readonly<Record<string, number>> = { accuracy: 1, nearest_hardware_dis: 1, elevation: 1, probability: 2 };
const updatedKey = "last_updated";

/** Makes a stream of the messages that were received within `lengthMs`. */
export function packStream(messages: readonly ReceivedMessage[], startedAtMs: number, lengthMs = Infinity): LiveStream {
  const numbers = new Map<string, number>();
  const last = new Map<number, { atMs: number; update: Row }>();
  const stream: LiveStream = { guids: [], frames: [], events: [] };
  for (const { atMs, name, content } of messages) {
    if (atMs > lengthMs) break;
    if (name !== "location_update") {
      stream.events.push([atMs, name, content]);
      continue;
    }
    const updates = (content as Row[]).map((update) => whole(update, startedAtMs));
    const updatedMs = mostFrequent(updates.map((update) => Number(update[updatedKey])));
    const patches = updates.flatMap(({ guid, ...update }): Patch[] => {
      const number = numbers.get(asText(guid)) ?? numbers.set(asText(guid), numbers.size).size - 1;
      const before = last.get(number);
      const pauseMs = before !== undefined && isSamePlace(before.update, update) ? standingMs : movingMs;
      if (before !== undefined && atMs - before.atMs < pauseMs) return [];
      last.set(number, { atMs, update });
      return [patchOf(number, before?.update ?? {}, update, updatedMs)];
    });
    if (patches.length > 0) stream.frames.push([atMs, updatedMs, patches]);
  }
  return { ...stream, guids: [...numbers.keys()] };
}

/** The longest time in which a stream says nothing of any tracker, ms: long ones are a lost connection. */
export function longestSilenceMs({ frames }: LiveStream, lengthMs: number): number {
  const times = [0, ...frames.map(([atMs]) => atMs), lengthMs];
  return Math.max(...times.slice(1).map((atMs, nth) => atMs - times[nth]!));
}

/** An update with whole parts of degrees, and no more digits than anybody sees. */
function whole(update: Row, startedAtMs: number): Row {
  const entries = Object.entries(update).map(([key, value]): [string, Json] => {
    if (key === updatedKey) return [key, Date.parse(asText(value)) - startedAtMs];
    if (key === "lat" || key === "lon") return [key, Math.round(Number(value) * parts)];
    return [key, rounded(key, value)];
  });
  return Object.fromEntries(entries);
}

function rounded(key: string, value: Json): Json {
  const precision = digits[key];
  if (precision !== undefined && typeof value === "number") return Number(value.toFixed(precision));
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, rounded(name, item)]));
}

const isSamePlace = (before: Row, after: Row): boolean =>
  ["lat", "lon", "floor_id"].every((key) => before[key] === after[key]);

function mostFrequent(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, first], [, second]) => second - first)[0]?.[0] ?? 0;
}

function patchOf(number: number, before: Row, after: Row, updatedMs: number): Patch {
  const changes = Object.fromEntries(
    Object.entries(after).filter(
      ([key, value]) =>
        key !== "lat" &&
        key !== "lon" &&
        (key === updatedKey ? value !== updatedMs : JSON.stringify(before[key]) !== JSON.stringify(value)),
    ),
  );
  const step = (key: "lat" | "lon"): number => Number(after[key]) - Number(before[key] ?? 0);
  const [north, east] = [step("lat"), step("lon")];
  const isEmpty = Object.keys(changes).length === 0;
  if (north !== 0 || east !== 0) return [number, isEmpty ? 0 : changes, north, east];
  return isEmpty ? number : [number, changes];
}

export type Playback = ReturnType<typeof playStream>;

/** Plays a stream from its beginning; `advance` goes forward only. */
export function playStream({ guids, frames }: LiveStream) {
  const standings = new Map<number, Row>();
  let next = 0;
  return {
    /** Plays up to a moment, ms since the recording began; returns the numbers of the trackers that were updated. */
    advance(toMs: number): ReadonlySet<number> {
      const touched = new Set<number>();
      for (; next < frames.length && frames[next]![0] <= toMs; next += 1) {
        const [, updatedMs, patches] = frames[next]!;
        for (const patch of patches) {
          const [number, changes, north = 0, east = 0] = typeof patch === "number" ? ([patch, 0] as const) : patch;
          touched.add(number);
          const update: Row = { ...standings.get(number), [updatedKey]: updatedMs, ...(changes === 0 ? {} : changes) };
          update["lat"] = Number(update["lat"] ?? 0) + north;
          update["lon"] = Number(update["lon"] ?? 0) + east;
          standings.set(number, update);
        }
      }
      return touched;
    },
    /** The last update of a tracker with its times as they are shown, as the socket sends it. */
    updateOf(number: number, originMs: number): Row {
      const update = standings.get(number)!;
      return {
        guid: guids[number]!,
        ...update,
        lat: Number(update["lat"]) / parts,
        lon: Number(update["lon"]) / parts,
        [updatedKey]: timeText(originMs + Number(update[updatedKey])),
      };
    },
    numbers: (): Iterable<number> => standings.keys(),
  };
}
