import { expect, test } from "vitest";
import { type HealthFacts, partHealth } from "./partHealth.ts";

const well: HealthFacts = { database: "up", databaseAnsweredMs: 1, parts: [], behindMs: 0, workBehindMs: 0 };
const messageOf = (id: string, facts: Partial<HealthFacts>): string =>
  partHealth({ ...well, ...facts }).find((part) => part.id === id)!.message;
const trouble = (part: string, words: string | null) => ({ part, trouble: words });
const picture = trouble("live_picture", "behind");

test("what positions wait for is named: the database, the NATS server, a missing process, or else the processor", () => {
  const behind = { behindMs: 240_000 };
  expect(messageOf("live_picture", { ...behind, parts: [picture] })).toBe(
    "4 min behind: positions wait for processor time.",
  );
  expect(messageOf("live_picture", { ...behind, database: "away", parts: [picture] })).toBe(
    "4 min behind: the database does not answer.",
  );
  expect(messageOf("live_picture", { ...behind, parts: [picture, trouble("nats", "away")] })).toBe(
    "4 min behind: the NATS server does not answer.",
  );
  expect(messageOf("live_picture", { ...behind, parts: [picture, trouble("role_locate", "nobody")] })).toBe(
    "4 min behind: no process with the role locate is running.",
  );
});

test("a role that no process has is a failure where devices or positions stand still, and is named", () => {
  const parts = [trouble("role_ingest", "nobody"), trouble("role_jobs", "nobody"), trouble("role_locate", null)];
  expect(partHealth({ ...well, parts }).slice(1)).toEqual([
    {
      id: "role_ingest",
      state: "failed",
      message: "No process with the role ingest is running: devices cannot send messages.",
    },
    {
      id: "role_jobs",
      state: "warning",
      message: "No process with the role jobs is running: reports, webhooks and backups wait.",
    },
    { id: "role_locate", state: "ok", message: "Another process has the role locate." },
  ]);
});

test("a broker that is away is shown with its reason alone, since the moment is shown beside it", () => {
  const parts = [trouble("broker", "away since 2026-11-29T10:00:00.000Z: connect ECONNREFUSED")];
  expect(messageOf("broker", { parts })).toBe("The MQTT broker is not connected: connect ECONNREFUSED");
});
