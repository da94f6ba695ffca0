import { asText } from "../asText.ts";
import { recordingRefusals } from "@pulse/contract/recording";
import type { Answers, Json, PathAnswers, Query, Recording, Row, StoredFile } from "../format.ts";
import { livePlaces, withLastLocation, withPlace } from "../live/livePlaces.ts";
import type { LiveStream } from "../live/liveStream.ts";
import { type Moment, momentAt } from "../times/moment.ts";
import { moveTimes } from "../times/moveTimes.ts";
import { foundHits } from "./foundHits.ts";
import { listPage, pageOf } from "./listPage.ts";
import { nearest } from "./nearest.ts";
import { placesAt, tracksOf } from "./pastPlaces.ts";
import { seriesRows, thinned } from "./seriesRows.ts";

/** An answer to be sent: JSON of the API's envelope, or a file. */
export type ApiAnswer = { status: number; body: Json } | { status: 200; file: StoredFile };

export interface ApiParts {
  recording: Recording;
  answers(): Promise<Answers>;
  history(): Promise<Answers>;
  stream(siteId: string): Promise<LiveStream | null>;
  now(): number;
}

type Entry = Exclude<PathAnswers, { kind: "same" }>;

/** Writes that change nothing but what this browser shows, with what they answer. */
const ownSettings: Readonly<Record<string, (sent: Row, api: (path: string) => Promise<Json>) => Promise<Json>>> = {
  "/api/v3/users/me/notification-state": async (sent) => ({ last_fetched_at: null, read_ids: [], ...sent }),
  "/api/v3/users/me/locale": async (sent, read) => ({
    ...((await read("/api/v3/users/me")) as Row),
    locale: sent["value"]!,
  }),
};
/** Answers with fields of the live picture, by the end of their path. */
const livePath = /^\/api\/v3\/(assets|trackers)\/live$/;
const thingPath = /^\/api\/v3\/(assets|trackers)(\/search|\/[0-9a-f-]{36})?$/;
/** It asks a device for its settings, and no device is there. */
const deviceQuestion = /\/device\/configuration$/;
const historiesPath = "/api/v3/assets/history";
const searchPath = "/api/v3/search";

/** The API of a recording: answers what was recorded, with times of now, and refuses every change. */
export function recordedApi({ recording, answers, history, stream, now }: ApiParts) {
  const places = new Map<string, Promise<ReturnType<typeof livePlaces> | null>>();
  const placesOf = async (siteId: string, moment: Moment): Promise<ReadonlyMap<string, Row>> => {
    const opened =
      places.get(siteId) ?? stream(siteId).then((found) => found && livePlaces(found, recording.startedAtMs));
    places.set(siteId, opened);
    return (await opened)?.(moment) ?? new Map<string, Row>();
  };

  const read = async (path: string, query: Query): Promise<ApiAnswer> => {
    const stored = fileOf(recording, path, query);
    if (stored !== null) return { status: 200, file: stored };
    if (query["return_file"] === "true") return refused(recordingRefusals.unknown);
    const moment = momentAt(now(), recording);
    if (path === historiesPath) return done(tracksOf(await history(), recording, moment, query));
    const entry = await entryOf(path);
    if (entry === null) return refused(recordingRefusals.unknown);
    const content = await contentOf(path, entry, query, moment);
    return content === null ? refused(recordingRefusals.unknown) : { status: 200, body: { result: content } };
  };

  async function entryOf(path: string): Promise<Entry | null> {
    const all = await answers();
    const entry = all[path] ?? rowOf(all, path) ?? (await history())[path] ?? null;
    return entry?.kind === "same" ? entryOf(entry.as) : entry;
  }

  /** The `result` of an answer; null: nothing recorded is about that. */
  async function contentOf(path: string, entry: Entry, query: Query, moment: Moment): Promise<Row | null> {
    if (entry.kind === "whole") {
      const found = nearest(entry.variants, query);
      if (found === null) return null;
      if (path === searchPath) return { content: foundHits(found.content as Row[], query) };
      const content = moveTimes(found.content, found.atMs, moment);
      return { content: await withLive(path, content, query, moment) };
    }
    const list = nearest(entry.variants, query);
    if (list === null) return null;
    if (entry.kind === "list") {
      const rows = moveTimes(list.rows, list.atMs, moment) as Row[];
      return { ...listPage((await withLive(path, rows, query, moment)) as Row[], query, entry.limit) };
    }
    const rows = seriesRows(list.rows, entry.series, recording, moment, query);
    const few = thinned(rows, Number(query["max_points"] ?? Infinity));
    const isDescending = query["order"] === undefined ? entry.series.newestFirst : query["order"] === "desc";
    return { ...pageOf(isDescending ? few.toReversed() : few, query, few.length || 1) };
  }

  /** Puts where things are now, or were at the moment asked for, into an answer about them. */
  async function withLive(path: string, content: Json, query: Query, moment: Moment): Promise<Json> {
    const isLive = livePath.test(path);
    if (isLive && query["at"] !== undefined)
      return placesAt(content as Row[], await history(), recording, moment, Date.parse(query["at"]));
    if (!isLive && !thingPath.test(path)) return content;
    const siteId = query["site_id"] ?? (Array.isArray(content) ? undefined : (content as Row)["site_id"]);
    if (typeof siteId !== "string") return content;
    const current = await placesOf(siteId, moment);
    const place = isLive ? withPlace : withLastLocation;
    const put = (row: Row): Row => place(row, current.get(asText(row["guid"])));
    return Array.isArray(content) ? content.map((row) => put(row as Row)) : put(content as Row);
  }

  return {
    /** Answers a request for the API. @param sent the body of a write, as JSON */
    async answer(method: string, url: URL, sent: () => Promise<Json>): Promise<ApiAnswer> {
      const isRead = method === "GET" && !deviceQuestion.test(url.pathname);
      if (isRead) return read(url.pathname, Object.fromEntries(url.searchParams));
      const setting = ownSettings[url.pathname];
      if (method !== "PUT" || setting === undefined) return refused(recordingRefusals.change);
      return done(
        await setting((await sent()) as Row, async (path) => {
          const answer = await read(path, {});
          return "body" in answer ? ((answer.body as Row)["result"] as Row)["content"]! : null;
        }),
      );
    },
  };
}

/** An asset's or tracker's own answer is its row of the recorded list. */
function rowOf(answers: Answers, path: string): PathAnswers | undefined {
  const [, list, id] = /^(\/api\/v3\/(?:assets|trackers))\/([0-9a-f-]{36})$/.exec(path) ?? [];
  const entry = list === undefined ? undefined : answers[`${list}/search`];
  if (entry?.kind !== "list") return undefined;
  const variants = entry.variants.flatMap(({ query, atMs, rows }) =>
    rows.filter((row) => row["id"] === id).map((content) => ({ query, atMs, content })),
  );
  return variants.length === 0 ? undefined : { kind: "whole", variants };
}

const done = (content: Json): ApiAnswer => ({ status: 200, body: { result: { content } } });

function refused({ status, code, message }: (typeof recordingRefusals)[keyof typeof recordingRefusals]): ApiAnswer {
  return { status, body: { result: { content: { code, message } } } };
}

/** Under which name a file was recorded. An image of another width is the same image. */
export function fileKey(path: string, query: Query): string {
  const telling = ["site_id", "customer_id", "sample"].flatMap((name) =>
    name in query ? [`${name}=${query[name]}`] : [],
  );
  return [path, ...telling].join("?");
}

function fileOf({ files }: Recording, path: string, query: Query): StoredFile | null {
  return files[fileKey(path, query)] ?? null;
}
