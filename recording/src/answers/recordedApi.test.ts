import { asText } from "../asText.ts";
import { expect, test } from "vitest";
import type { Answers, Json, Recording, Row } from "../format.ts";
import { packStream } from "../live/liveStream.ts";
import { recordedApi } from "./recordedApi.ts";

const startedAtMs = Date.parse("2026-11-29T10:00:00.000Z");
const recording: Recording = {
  name: "test",
  startedAtMs,
  lengthMs: 60_000,
  answersFile: "",
  historyFile: "",
  streamFiles: {},
  files: { "/api/v3/files/f": { file: "file.webp", type: "image/webp" } },
  idClaims: {},
  accessClaims: {},
  identity: {},
  firstSiteId: "s",
};
const asset: Row = {
  id: "0198c1b2-0000-7000-8000-000000000001",
  asset_id: "0198c1b2-0000-7000-8000-000000000001",
  guid: "g",
  site_id: "s",
  name: "FL-1",
  lat: 1,
  lon: 1,
  floor_id: "f1",
  location: "Hall · Floor 1",
  last_updated: "2026-11-29T09:59:59.000Z",
  last_location: { lat: 1, lon: 1, floor_id: "f1", building_id: "b", location: "Hall · Floor 1" },
  location_updated: "2026-11-29T09:59:59.000Z",
};
const site = { site_id: "s" };
const answers: Answers = {
  "/api/v3/users/me": {
    kind: "whole",
    variants: [{ query: {}, atMs: startedAtMs, content: { name: "Mara", locale: null } }],
  },
  "/api/v3/assets/live": { kind: "whole", variants: [{ query: site, atMs: startedAtMs, content: [asset] }] },
  "/api/v3/assets/search": { kind: "list", limit: 20, variants: [{ query: site, atMs: startedAtMs, rows: [asset] }] },
  "/api/v3/assets": { kind: "same", as: "/api/v3/assets/search" },
};
const positions: Row[] = [
  { timestamp: "2026-11-29T10:00:00.000Z", end_timestamp: "2026-11-29T10:00:30.000Z", lat: 1, lon: 1, floor_id: "f1" },
  { timestamp: "2026-11-29T10:00:30.000Z", end_timestamp: "2026-11-29T10:01:00.000Z", lat: 2, lon: 2, floor_id: "f2" },
];
const history: Answers = {
  [`/api/v3/assets/${asText(asset["id"])}/history`]: {
    kind: "series",
    series: { start: "timestamp", end: "end_timestamp", newestFirst: false, isTrack: true },
    variants: [{ query: {}, atMs: startedAtMs, rows: positions }],
  },
};
const update: Row = {
  guid: "t",
  pulse_asset_guid: "g",
  lat: 2,
  lon: 2,
  floor_id: "f2",
  last_updated: "2026-11-29T10:00:30.000Z",
  room: { id: "r", name: "Bay 3", probability: 0.9 },
  sections: [
    { kind: "building", id: "b", name: "Hall" },
    { kind: "floor", id: "f2", name: "Floor 2" },
  ],
};
const stream = packStream([{ atMs: 30_100, name: "location_update", content: [update] }], startedAtMs);

/** Asks the recording at a time of its second loop. */
async function ask(
  path: string,
  { method = "GET", at = "10:01:40", sent = {} }: { method?: string; at?: string; sent?: Json } = {},
) {
  const api = recordedApi({
    recording,
    answers: async () => answers,
    history: async () => history,
    stream: async () => stream,
    now: () => Date.parse(`2026-11-29T${at}.000Z`),
  });
  const answer = await api.answer(method, new URL(path, "https://demo.test"), async () => sent);
  const body = "body" in answer ? (answer.body as { result: { content: Json; metadata?: Json } }) : null;
  return { ...answer, content: body?.result.content, metadata: body?.result.metadata };
}

test("the live list has each asset where the recording has it at this moment, in words too", async () => {
  const before = (await ask("/api/v3/assets/live?site_id=s", { at: "10:01:20" })).content as Row[];
  expect(before[0]).toMatchObject({ lat: 1, location: "Hall · Floor 1", last_updated: "2026-11-29T10:01:19.000Z" });
  const after = (await ask("/api/v3/assets/live?site_id=s")).content as Row[];
  expect(after[0]).toMatchObject({
    lat: 2,
    floor_id: "f2",
    location: "Hall · Floor 2 · Bay 3",
    last_updated: "2026-11-29T10:01:30.000Z",
  });
});

test("an asset's page shows the place that the map shows", async () => {
  const { content } = await ask(`/api/v3/assets/${asText(asset["id"])}`);
  expect(content).toMatchObject({
    last_location: { lat: 2, floor_id: "f2", building_id: "b", location: "Hall · Floor 2 · Bay 3" },
    location_updated: "2026-11-29T10:01:30.000Z",
  });
});

test("a list is answered under both of its paths, with the metadata of its page", async () => {
  for (const path of ["/api/v3/assets", "/api/v3/assets/search"]) {
    const { content, metadata } = await ask(`${path}?site_id=s&limit=5&search_keyword=fl&search_fields=name`);
    expect((content as Row[]).map(({ name }) => name)).toEqual(["FL-1"]);
    expect(metadata).toEqual({ total_count: 1, current_page: 1, max_page: 1, limit: 5 });
  }
});

test("playback finds where every asset was at a moment, and its track from there", async () => {
  const at = "2026-11-29T10:01:10.000Z";
  const { content } = await ask(`/api/v3/assets/live?site_id=s&at=${at}`);
  expect(content).toMatchObject([{ lat: 1, floor_id: "f1", last_updated: at }]);
  const tracks = await ask(`/api/v3/assets/history?site_id=s&asset_ids=${asText(asset["id"])}&start_time_utc=${at}`);
  expect(tracks.content).toMatchObject([{ asset_id: asset["id"], positions: [{ lat: 1 }, { lat: 2 }] }]);
});

test("every change is refused with the sentence that says why, in the form of the API's errors", async () => {
  for (const method of ["POST", "PUT", "DELETE"]) {
    const { status, content } = await ask("/api/v3/assets/1", { method });
    expect(status).toBe(403);
    expect(content).toEqual({
      code: "operation_not_allowed",
      message: "This is a recording: nothing in it can be changed.",
    });
  }
});

test("asking a device for its settings is a change", async () => {
  expect((await ask("/api/v3/trackers/1/device/configuration")).status).toBe(403);
});

test("what a person has read and the language they choose stay with their browser, so they are not refused", async () => {
  const read = await ask("/api/v3/users/me/notification-state", { method: "PUT", sent: { read_ids: ["1"] } });
  expect(read.content).toEqual({ last_fetched_at: null, read_ids: ["1"] });
  const me = await ask("/api/v3/users/me/locale", { method: "PUT", sent: { value: "de" } });
  expect(me.content).toEqual({ name: "Mara", locale: "de" });
});

test("an image is answered in any width, and what was not recorded is said to be missing", async () => {
  expect(await ask("/api/v3/files/f?width=800")).toMatchObject({ status: 200, file: { file: "file.webp" } });
  for (const path of ["/api/v3/files/g", `/api/v3/assets/${asText(asset["id"])}/history?return_file=true`]) {
    const { status, content } = await ask(path);
    expect(status).toBe(404);
    expect(content).toMatchObject({ message: "This is a recording: it does not contain this." });
  }
});
