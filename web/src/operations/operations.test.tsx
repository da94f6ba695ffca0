import type { ColdMonth, SystemOperations } from "@pulse/contract/operations";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ApiError } from "../api/apiError.ts";
import { press, stage } from "../test/stage.tsx";
import { switchLanguage } from "../text/language.ts";
import OperationsPage from "./OperationsPage.tsx";

const startedAt = new Date(2026, 10, 29, 8).toISOString();
const at = new Date(2026, 10, 29, 14, 2, 3).toISOString();

const inOrder: SystemOperations = {
  at,
  version: "1.19.2",
  commit: "abc1234",
  startedAt,
  runningS: 21_723,
  process: { host: "pulse-1", roles: ["api", "ingest", "locate", "jobs"] },
  status: "ready",
  parts: [
    { id: "database", state: "ok", message: "The database answers in 2 ms.", since: startedAt },
    { id: "live_picture", state: "ok", message: "The map shows the newest messages.", since: startedAt },
  ],
  queues: [
    { id: "live_picture", waiting: null, ageS: 0.4, isLate: false },
    { id: "webhooks", waiting: 3, ageS: 180, isLate: false },
  ],
  disk: {
    freeBytes: 120e9,
    folderBytes: 4.5e9,
    databaseBytes: 4e9,
    isDatabaseEmbedded: true,
    coldHistory: { rows: 3_200_000, bytes: 1.2e9, until: "2026-08-01T00:00:00.000Z" },
    coldMonths: null,
    forecast: {
      measuredAt: at,
      sampleS: 2400,
      kinds: [
        {
          id: "sightings",
          setting: "PULSE_KEEP_SIGHTINGS_DAY",
          keepDay: 30,
          rowsPerDay: 8_640_000,
          bytesPerRow: 200,
          bytes: 52e9,
        },
        { id: "audit", setting: "PULSE_KEEP_AUDIT_DAY", keepDay: 730, rowsPerDay: 40, bytesPerRow: null, bytes: null },
      ],
      bytes: 52e9,
    },
  },
  backup: {
    state: "ok",
    folder: "/backups",
    last: { at: new Date(2026, 10, 29, 2).toISOString(), bytes: 1.2e9 },
    failure: null,
    keep: 7,
    dueAt: "02:00",
  },
  certificates: [{ purpose: "https", validTo: "2027-02-20T00:00:00.000Z", daysLeft: 83, error: null, isOwn: false }],
  warnings: [],
};

/** The page with this answer, once it is shown. */
async function at14(answer: Partial<SystemOperations> = {}) {
  vi.useFakeTimers({
    now: Date.parse(at),
    toFake: ["Date", "setInterval", "clearInterval", "setTimeout", "clearTimeout"],
  });
  const staged = stage();
  staged.answers["getSystemOperations"] = () => ({ ...inOrder, ...answer });
  staged.answers["listFailedMessages"] = () => [];
  staged.show(<OperationsPage />, "/operations");
  await act(() => vi.advanceTimersByTimeAsync(0));
  return staged;
}
afterEach(async () => {
  vi.useRealTimers();
  await switchLanguage("en");
});
const lead = (): string => screen.getByRole("status").textContent ?? "";
const section = (name: string) => within(screen.getByRole("region", { name }));

it("the page begins with the answer: everything is in order", async () => {
  await at14();
  expect(lead()).toBe("Everything is in order.");
  expect(screen.getByText("As of 02:02:03 PM.")).toBeTruthy();
  expect(screen.getByText("Version 1.19.2, commit abc1234")).toBeTruthy();
  expect(screen.getByText("Running for 6 h 2 min")).toBeTruthy();
});

it("one fault is the answer itself, and several are counted and listed with the worst first", async () => {
  const behind = { id: "live_picture", state: "warning", since: at } as const;
  const message = "4 min behind: positions wait for processor time.";
  const slow = [inOrder.parts[0]!, { ...behind, message }];
  await at14({ parts: slow });
  expect(lead()).toBe(message);
  document.body.replaceChildren();
  await at14({
    parts: slow,
    queues: [{ id: "reports", waiting: 2, ageS: 7200, isLate: true }],
    backup: { ...inOrder.backup, state: "failed", failure: { at, reason: "ENOSPC: no space left" } },
    certificates: [{ ...inOrder.certificates[0]!, daysLeft: 9 }],
  });
  expect(lead()).toBe("4 things need attention.");
  const [first, ...others] = screen.getByRole("status").parentElement!.querySelectorAll("li span");
  expect(first!.textContent).toBe("The nightly backup failed: ENOSPC: no space left");
  expect(others.map(({ textContent }) => textContent?.replaceAll("\u00A0", " "))).toEqual([
    message,
    "Reports wait, the oldest for 2 h.",
    "The HTTPS certificate is valid for 9 more days.",
  ]);
});

it("messages that could not be processed are one of the things that need attention", async () => {
  const message = {
    siteName: "Harbour",
    sender: { kind: "gateway", id: "g", name: "Dock 4" },
    reason: "",
    receivedAt: at,
  };
  const { answers } = await at14();
  answers["listFailedMessages"] = () => [
    { ...message, id: "1" },
    { ...message, id: "2" },
  ];
  await act(() => vi.advanceTimersByTimeAsync(10_001));
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(lead()).toBe("2 messages of devices could not be processed.");
});

it("each part says how it is and since when", async () => {
  await at14();
  const [database] = section("Parts").getAllByRole("listitem");
  expect(within(database!).getByRole("img", { name: "In order" })).toBeTruthy();
  expect(within(database!).getByRole("heading", { name: "Database" })).toBeTruthy();
  expect(within(database!).getByText("The database answers in 2 ms.")).toBeTruthy();
  expect(within(database!).getByText("since 08:00:00 AM")).toBeTruthy();
});

it("the page is in German too, with what the server found", async () => {
  await switchLanguage("de");
  await at14({
    parts: [
      {
        id: "disk",
        state: "failed",
        message: "the disk of PULSE_DATA_DIR is nearly full: 12 MB left, then nothing can be stored",
        since: at,
      },
    ],
  });
  expect(lead()).toBe(
    "Die Festplatte von PULSE_DATA_DIR ist fast voll: noch 12 MB, danach kann nichts gespeichert werden.",
  );
  expect(section("Teile").getByText("seit 02:02:03 PM")).toBeTruthy();
});

it("queues show how much waits and for how long, and nothing where nothing waits", async () => {
  await at14();
  const cells = (name: string): (string | null)[] =>
    within(screen.getByRole("rowheader", { name }).closest("tr")!)
      .getAllByRole("cell")
      .map((cell) => cell.textContent);
  expect(cells("Positions on the map")).toEqual(["–", "–"]);
  expect(cells("Webhooks")).toEqual(["3", "3\u00A0min"]);
});

it("the disk shows what is free, what the data will take, and what is not known yet instead of a guess", async () => {
  await at14();
  const disk = section("Disk");
  const factOf = (name: string): string => disk.getByText(name).nextElementSibling?.textContent ?? "";
  expect(factOf("History in files").replaceAll("\u00A0", " ")).toBe(
    "1.2 GB: 3,200,000 positions from before 2026-08-01",
  );
  expect(factOf("Free")).toBe("120\u00A0GB");
  expect(factOf("Of which the database")).toBe("4\u00A0GB");
  expect(factOf("What is kept will grow to")).toBe("52\u00A0GB");
  expect(disk.getByRole("row", { name: /^Audit log 40 730 days not known yet$/ })).toBeTruthy();
});

it("a disk that cannot hold what is to be kept is named before it is full", async () => {
  await at14({ disk: { ...inOrder.disk, freeBytes: 20e9 } });
  expect(lead().replaceAll("\u00A0", " ")).toBe(
    "The disk is too small for what is to be kept: another 48 GB are coming, and 20 GB are free.",
  );
});

it("an installation without backups and certificates says so and how to get backups", async () => {
  await at14({
    backup: { state: "off", folder: null, last: null, failure: null, keep: null, dueAt: null },
    certificates: [],
  });
  expect(lead()).toBe("Everything is in order.");
  expect(screen.getByText("No nightly backup is set up.")).toBeTruthy();
  expect(section("Nightly backup").getByText(/PULSE_BACKUP_DIR names a folder/)).toBeTruthy();
  expect(section("Certificates").getByText(/This process uses none/)).toBeTruthy();
});

it("warnings show how often and when they came, and the older ones on request", async () => {
  const warnings = Array.from({ length: 12 }, (_, nth) => ({
    level: "warn" as const,
    message: `Warning ${nth}`,
    detail: nth === 0 ? "connect ECONNREFUSED" : null,
    firstAt: startedAt,
    lastAt: at,
    count: nth === 0 ? 5 : 1,
  }));
  await at14({ warnings });
  const shown = (): number => section("Recent warnings").getAllByRole("listitem").length;
  expect(shown()).toBe(8);
  const [first] = section("Recent warnings").getAllByRole("listitem");
  expect(first!.textContent).toMatch(/^Warning 0connect ECONNREFUSED5 times · /);
  press("Show all 12");
  expect(shown()).toBe(12);
});

it("a process that is one of several says whose page this is", async () => {
  await at14({ process: { host: "pulse-1", roles: ["api", "jobs"] } });
  expect(screen.getByText(/^This page is about the process on pulse-1 with the roles api, jobs;/)).toBeTruthy();
});

it("the page asks again every ten seconds and on request, and says since when there is no answer", async () => {
  const { answers, requests: all } = await at14();
  const requests = () => all.filter(({ id }) => id === "getSystemOperations");
  expect(requests()).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(10_001));
  expect(requests()).toHaveLength(2);
  answers["getSystemOperations"] = () => {
    throw new ApiError(503, "service_unavailable", "");
  };
  await act(() => vi.advanceTimersByTimeAsync(10_001));
  expect(lead()).toBe("The database does not answer, so nobody can be recognised.");
  expect(screen.getByText(/^What follows was so at 2026-11-29 14:02:03\./)).toBeTruthy();
  answers["getSystemOperations"] = () => inOrder;
  press("Check again");
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(lead()).toBe("Everything is in order.");
});

it("opened while the database is away, the page says so and where to look meanwhile", async () => {
  const { answers, show } = stage();
  answers["getSystemOperations"] = () => {
    throw new ApiError(503, "service_unavailable", "");
  };
  show(<OperationsPage />, "/operations");
  await waitFor(() => expect(screen.getByText(/Until then \/readyz on this address/)).toBeTruthy());
});

const june: ColdMonth = {
  month: "2026-06",
  siteId: "s1",
  site: "Main warehouse",
  customer: "Northwind",
  state: "files",
  rows: 1_200_000,
  bytes: 45e6,
  movedAt: new Date(2026, 9, 2, 2).toISOString(),
  failure: null,
};
const inDatabase: ColdMonth = { ...june, state: "database", rows: 0, bytes: 0, movedAt: null };
const withMonths = (...months: ColdMonth[]): Partial<SystemOperations> => ({
  disk: { ...inOrder.disk, coldMonths: { count: months.length + 3, months } },
});

it("each month says where its history is, and one that did not move says why and is one of the answers", async () => {
  const failure = { at: new Date(2026, 10, 29, 2).toISOString(), reason: "ENOSPC: no space left" };
  await at14(
    withMonths(
      { ...inDatabase, month: "2026-07", state: "failed", failure },
      { ...inDatabase, month: "2026-08" },
      june,
    ),
  );
  expect(lead()).toBe("History of 2026-07 (Main warehouse) did not move to files: ENOSPC: no space left");
  const lines = section("History by month")
    .getAllByRole("listitem")
    .map((item) => item.textContent?.replaceAll("\u00A0", " "));
  expect(lines).toEqual([
    "2026-07Main warehouseNorthwindDid not move to filestried on 2026-11-29 02:00:00, again the next nightENOSPC: no space left",
    "2026-08Main warehouseNorthwindIn the database",
    "2026-06Main warehouseNorthwindIn files45 MB, 1,200,000 positionsmoved 2026-10-02",
  ]);
});

it("a year of months is shown at first, and all that are listed on request", async () => {
  const many = Array.from({ length: 14 }, (_, nth): ColdMonth => ({ ...june, siteId: `s${nth}` }));
  await at14(withMonths(...many));
  const months = section("History by month");
  expect(months.getAllByRole("listitem")).toHaveLength(12);
  press("Show all 14");
  expect(months.getAllByRole("listitem")).toHaveLength(14);
  expect(months.getByText("3 more months are not listed.")).toBeTruthy();
});

it("without months there is no list of them", async () => {
  await at14();
  expect(screen.queryByRole("region", { name: "History by month" })).toBeNull();
});
