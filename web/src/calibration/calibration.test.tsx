import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { CalibrationPoint, CalibrationVersion, SiteCalibration } from "@pulse/contract/calibration";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accessOf } from "../test/accessStage.tsx";
import { ApiError } from "../api/apiError.ts";
import { floorId, siteId, siteStage } from "../test/siteStage.tsx";
import { field, press, type } from "../test/stage.tsx";
import CalibrationPage from "./CalibrationPage.tsx";

const address = `/sites/${siteId}/details/floors/${floorId}/calibrate`;
const tracker = { id: "t1", name: "T-0001", mac: "AC:23:3F:00:00:01" };
const startedAt = "2026-11-20T10:00:00.000Z";
const point: CalibrationPoint = {
  id: "p1",
  floorId,
  lat: 51.8999,
  lon: 4.4003,
  trackerId: tracker.id,
  trackerName: tracker.name,
  trackerType: "KKM",
  start: startedAt,
  end: "2026-11-20T10:00:40.000Z",
  gateways: 5,
  packets: 70,
  createdAt: startedAt,
  drift: null,
};
const law = { exponent: 2.7, powerShiftDb: 0, shadowSdDb: 4, tagOffsetSdDb: 3, createdAt: startedAt };
const heldBack = {
  points: 17,
  before: { meanM: 4.1, medianM: 4, p90M: 8 },
  after: { meanM: 2.9, medianM: 2.8, p90M: 5.5 },
};
const traffic: CalibrationVersion = {
  ...law,
  version: 4,
  level: 1,
  source: "traffic",
  active: false,
  createdBy: "Pulse",
  heldBack: null,
  evidence: { windows: 300, before: -3, after: -2.7 },
};
const survey: CalibrationVersion = {
  ...law,
  version: 5,
  level: 2,
  source: "survey",
  active: true,
  createdBy: "mara@northwind.test",
  heldBack,
  evidence: null,
};
const learned: SiteCalibration = {
  level: 2,
  activeVersion: 5,
  selfCalibrating: true,
  versions: [survey, traffic],
  points: [point],
  changedGateways: [],
};

function open(at: string, calibration: Partial<SiteCalibration> = {}, given: Parameters<typeof siteStage>[0] = {}) {
  const set = siteStage(given);
  set.answers["getCalibration"] = () => ({ ...learned, ...calibration });
  set.answers["searchTrackers"] = () => [tracker];
  set.answers["listHardwares"] = () => [];
  const router = set.open(
    [
      { path: "/sites/:siteId/details/floors/:floorId/calibrate", element: <CalibrationPage /> },
      { path: "*", element: null },
    ],
    at,
  );
  return { ...set, router };
}

async function choose(): Promise<void> {
  await screen.findByRole("heading", { level: 1, name: "Calibrate Ground" });
  fireEvent.click(await screen.findByLabelText("Tracker", { selector: "input" }));
  fireEvent.click(await screen.findByRole("option", { name: /T-0001/, hidden: true }));
  type("Place", "51.8999, 4.4002");
}

// The server's clock is the browser's.
beforeEach(() => void vi.stubGlobal("fetch", async () => new Response()));
afterEach(() => vi.unstubAllGlobals());

describe("a walk test", () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: Date.parse(startedAt) }));
  afterEach(() => vi.useRealTimers());

  it("a walk test measures a tracker for at least half a minute, and saves the place with start and end", async () => {
    const { answers, requestsTo, messages } = open(address);
    answers["addCalibrationPoint"] = () => ({ ...point, id: "p2" });
    answers["listTrackerSightings"] = () => [{ hardwareId: "g1", hardwareName: "G-01", rssi: -61.4 }];
    await choose();
    press("Start");
    expect(screen.getByText("Measuring T-0001 at 51.89990, 4.40020")).toBeTruthy();
    expect(await screen.findByText("−61 dBm")).toBeTruthy();
    const keep = screen.getByRole<HTMLButtonElement>("button", { name: "Save this point" });
    act(() => void vi.advanceTimersByTime(29_000));
    expect([screen.getByRole("timer").textContent, keep.disabled]).toEqual(["0:29", true]);
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.getByText(/^Enough/)).toBeTruthy();
    keep.click();
    await waitFor(() => expect(messages()).toEqual(["Point saved: 5 gateways heard T-0001"]));
    const body = { floorId, lat: 51.8999, lon: 4.4002, trackerId: tracker.id };
    expect(requestsTo("addCalibrationPoint")[0]?.body).toEqual({
      ...body,
      start: startedAt,
      end: "2026-11-20T10:00:30.000Z",
    });
    // The next point: the same tracker, another place.
    expect([field("Tracker").value, field("Place").value]).toEqual(["T-0001", ""]);
    expect(screen.getByText("Choose a place first")).toBeTruthy();
    expect(within(screen.getByRole("region", { name: "Points of this site" })).getAllByRole("listitem")).toHaveLength(
      2,
    );
  });

  it("a walk test explains what to do about a point that no gateway received, and keeps its place", async () => {
    const { answers } = open(address);
    answers["addCalibrationPoint"] = () => {
      const detail = { path: "tracker_id", code: "invalid_parameter", message: "No gateway on this floor heard" };
      throw new ApiError(400, "invalid_parameter", "", [detail]);
    };
    await choose();
    press("Start");
    act(() => void vi.advanceTimersByTime(31_000));
    press("Save this point");
    expect((await screen.findByRole("alert")).textContent).toMatch(/^No gateway on this floor heard the tracker/);
    expect(field("Place").value).toBe("51.89990, 4.40020");
  });
});

describe("the fit", () => {
  it("the calibration waits for enough points, and says how many are missing", async () => {
    open(address);
    expect(await screen.findByText("7 more points are needed")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Calculate calibration" }).disabled).toBe(true);
  });

  it.each([
    [{ taken: true, cause: null, heardPoints: 8 }, ["Better. Version 5 is now in use.", "4.1 m → 2.9 m"]],
    [
      { taken: false, cause: "few_points", heardPoints: 6 },
      [/^Not used: gateways on the same floor heard .* at only 6 of the points/],
    ],
    [{ taken: false, cause: "no_better", heardPoints: 8 }, [/^Not used: on points held back from the fit/]],
  ])("the calibration explains its result: %o", async (answer, words) => {
    const points = Array.from({ length: 8 }, (_, nth) => ({ ...point, id: `p${nth}` }));
    const { answers } = open(address, { points });
    answers["fitCalibration"] = () => ({ ...answer, reason: "", calibration: { ...learned, points } });
    await screen.findByText("8 points to fit to, including reference beacons");
    press("Calculate calibration");
    for (const word of words)
      expect((await screen.findByText(word)).textContent?.replaceAll("\u00A0", " ")).toMatch(word);
  });
});

describe("reference beacons", () => {
  const beacon = { ...point, end: null, gateways: 0, packets: 0 };
  const at = `${address}?tab=beacons`;

  it("reference beacons are fixed at a chosen place and listed", async () => {
    const { answers, requestsTo, messages } = open(at, { points: [] });
    answers["addCalibrationPoint"] = () => beacon;
    expect(await screen.findByText(/^No reference beacons yet/)).toBeTruthy();
    await choose();
    press("Fix it here");
    expect(await screen.findByText("At its place")).toBeTruthy();
    expect(requestsTo("addCalibrationPoint")[0]?.body).toMatchObject({ floorId, trackerId: tracker.id, lat: 51.8999 });
    expect(requestsTo("addCalibrationPoint")[0]?.body).not.toHaveProperty("end");
    expect(messages()).toEqual(["T-0001 is now a reference beacon"]);
  });

  it("reference beacons cannot be fixed at a second place, and the refusal names the first", async () => {
    const { answers } = open(at, { points: [beacon] });
    answers["addCalibrationPoint"] = () => {
      const items = [{ id: floorId, name: "Main · Ground" }];
      throw new ApiError(409, "already_exists", "", [
        { path: "tracker_id", code: "already_exists", message: "", items },
      ]);
    };
    await choose();
    press("Fix it here");
    expect((await screen.findByRole("alert")).textContent).toContain("already a reference beacon, on Main · Ground");
  });

  it("reference beacons show how far off they are and why, with the gateway, and are removed after a confirmation", async () => {
    const drift = { since: startedAt, offM: 7.4, cause: "gateway" as const };
    const changedGateways = [{ id: "g7", name: "G-07", shiftDb: -8.2 }];
    const { answers, requestsTo } = open(at, { points: [{ ...beacon, drift }], changedGateways });
    answers["deleteCalibrationPoint"] = () => ({ ...learned, points: [] });
    expect(await screen.findByText(/^Off by 7.4/)).toBeTruthy();
    expect(screen.getByText(/G-07 hears it differently than before/)).toBeTruthy();
    expect(screen.getByText(/^Hears the beacons 8 dB weaker/)).toBeTruthy();
    press("Remove reference beacon T-0001");
    expect(requestsTo("deleteCalibrationPoint")).toEqual([]);
    fireEvent.click(await screen.findByRole("button", { name: "Remove T-0001" }));
    expect(await screen.findByText(/^No reference beacons yet/)).toBeTruthy();
  });

  it("reference beacons are shown on another floor where no distance is known", async () => {
    open(at, { points: [{ ...beacon, drift: { since: startedAt, offM: null, cause: null } }] });
    expect(await screen.findByText("On another floor")).toBeTruthy();
  });
});

describe("versions", () => {
  const at = `${address}?tab=versions`;

  it("calibration versions show their source and improvement, and can be restored", async () => {
    const { answers, requestsTo, messages } = open(at);
    const back = { ...learned, level: 1, activeVersion: 4, selfCalibrating: false };
    const versions = [
      { ...survey, active: false },
      { ...traffic, active: true },
      { ...traffic, version: 3, evidence: { windows: 300, before: -3, after: -2.999 } },
    ];
    answers["setActiveCalibration"] = () => ({ ...back, versions });
    expect(
      await screen.findByText("4.1 m → 2.9 m", { normalizer: (text) => text.replaceAll("\u00A0", " ") }),
    ).toBeTruthy();
    expect(screen.getByText(/explains them 1\.3 times as well as the previous one/)).toBeTruthy();
    press("Use version 4");
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Use version 4" }));
    await waitFor(() => expect(messages()).toEqual(["Version 4 is now in use"]));
    expect(screen.getByText(/explains them slightly better than the previous one/)).toBeTruthy();
    expect(requestsTo("setActiveCalibration")[0]?.body).toEqual({ version: 4, selfCalibrating: false });
    expect(screen.getAllByText("Doesn't learn automatically")).toHaveLength(2);
  });

  it("a site learns from traffic again after a walk test, once a person chooses that", async () => {
    const { answers, requestsTo } = open(at);
    answers["setActiveCalibration"] = () => learned;
    await screen.findByRole("heading", { name: "Versions" });
    press("Learn automatically again");
    fireEvent.click(
      within(await screen.findByRole("dialog")).getByRole("button", { name: "Learn automatically again" }),
    );
    await waitFor(() =>
      expect(requestsTo("setActiveCalibration")[0]?.body).toEqual({ version: 4, selfCalibrating: true }),
    );
  });
});

describe("the page", () => {
  it("the calibration page is only open to people who may change the site", async () => {
    const { router } = open(address, {}, { access: accessOf({ site_management: ["r"] }) });
    await waitFor(() => expect(router.state.location.pathname).toBe("/not-accessible"));
  });

  it("the calibration page says that the calibration did not load, and can try again", async () => {
    const { answers } = open(address);
    answers["getCalibration"] = () => {
      throw new ApiError(500, "internal_server_error", "");
    };
    expect(await screen.findByText("Couldn't load the calibration")).toBeTruthy();
    answers["getCalibration"] = () => learned;
    press("Try again");
    expect(await screen.findByText("7 more points are needed")).toBeTruthy();
  });
});
