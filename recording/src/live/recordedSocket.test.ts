import { expect, test } from "vitest";
import { packStream } from "./liveStream.ts";
import { recordedSocket } from "./recordedSocket.ts";
import { readFrame } from "./socketFrames.ts";

const startedAtMs = Date.parse("2026-11-29T10:00:00.000Z");
const recorded = { startedAtMs, lengthMs: 10_000 };
const stream = packStream(
  [
    {
      atMs: 1_000,
      name: "location_update",
      content: [{ guid: "a", lat: 1, lon: 0, last_updated: "2026-11-29T10:00:00.900Z" }],
    },
    { atMs: 4_000, name: "notification", content: { id: "e", timestamp: "2026-11-29T10:00:04.000Z" } },
    {
      atMs: 5_000,
      name: "location_update",
      content: [{ guid: "a", lat: 2, lon: 0, last_updated: "2026-11-29T10:00:04.900Z" }],
    },
  ],
  startedAtMs,
);

/** A socket three seconds into the second loop, with a clock that is moved by hand. */
function open() {
  let nowMs = startedAtMs + 13_000;
  const sent: string[] = [];
  const timers: (() => void)[] = [];
  let isClosed = false;
  let endsInMs = 0;
  const socket = recordedSocket({
    recorded,
    streamOf: async (siteId) => (siteId === "site" ? stream : null),
    now: () => nowMs,
    every: (work) => {
      timers.push(work);
      return () => timers.splice(timers.indexOf(work), 1);
    },
    after: (_work, ms) => {
      endsInMs = ms;
      return () => undefined;
    },
    send: (frame) => sent.push(frame),
    close: () => (isClosed = true),
  });
  const pass = (ms: number): void => {
    nowMs += ms;
    for (const timer of timers) timer();
  };
  return { socket, sent, pass, timers, isClosed: () => isClosed, endsInMs: () => endsInMs };
}

test("a client that logs in is acknowledged and receives what happens from then on, in times of now", async () => {
  const { socket, sent, pass, endsInMs } = open();
  socket.open();
  socket.receive('40{"positions":true}');
  socket.receive('420["login","token","site"]');
  await expect.poll(() => sent.length).toBe(3);
  expect(sent[0]).toMatch(/^0\{"sid":/);
  expect(sent[1]).toMatch(/^40\{"sid":/);
  expect(sent[2]).toBe('430[{"ok":true}]');
  expect(endsInMs()).toBe(7_000);
  pass(500);
  expect(sent).toHaveLength(3);
  pass(2_000);
  const events = sent.slice(3).map((text) => JSON.parse(text.slice(2)) as unknown);
  expect(events).toEqual([
    ["location_update", [{ guid: "a", lat: 2, lon: 0, last_updated: "2026-11-29T10:00:14.900Z" }]],
    ["notification", { id: "e", timestamp: "2026-11-29T10:00:14.000Z" }],
  ]);
});

test("a client that wants no positions receives only what happened", async () => {
  const { socket, sent, pass, timers } = open();
  socket.receive('40{"positions":false}');
  socket.receive('420["login","token","site"]');
  await expect.poll(() => timers.length).toBe(1);
  pass(3_000);
  expect(sent.filter((frame) => frame.startsWith("42"))).toHaveLength(1);
});

test("a client is told that a site is not in the recording", async () => {
  const { socket, sent } = open();
  socket.receive('420["login","token","elsewhere"]');
  await expect.poll(() => sent).toEqual(['42["failed_login",{"code":"not_found"}]']);
});

test("whatever a client watches is acknowledged, and pings and pongs are no events", () => {
  const { socket, sent } = open();
  socket.receive('427["watch",null]');
  expect(sent).toEqual(['437[{"ok":true}]']);
  expect(readFrame("3")).toEqual({ kind: "other" });
});
