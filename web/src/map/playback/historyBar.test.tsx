import { fullAccess } from "@pulse/contract/access";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { admin } from "../../test/accessStage.tsx";
import { aLiveAsset } from "../../test/liveAsset.ts";
import { stage } from "../../test/stage.tsx";
import type { MapPageModel } from "../model/useMapPage.ts";
import { Chart } from "./Chart.tsx";
import { FollowButton } from "./FollowButton.tsx";
import { HistoryCsv } from "./HistoryCsv.tsx";
import type { TrackSummary } from "./trackSummary.ts";
import type { HistoryFacts } from "./useHistoryFacts.ts";

const fromMs = Date.parse("2026-11-20T14:00:00Z");
const minute = 60_000;
const at = (minutes: number): string => new Date(fromMs + minutes * minute).toISOString();

it("the history draws geofences, battery, signal and motion of an asset on one time axis", () => {
  const facts = {
    stays: [{ id: "1", geofenceName: "Dock", enterTime: at(15), exitTime: at(30) }],
    sightings: [
      { timestamp: at(0), rssi: -80 },
      { timestamp: at(0), rssi: -60 },
      { timestamp: at(1), rssi: -70 },
      // After a silence a new line begins.
      { timestamp: at(30), rssi: -70 },
    ],
    telemetry: [
      { timestamp: at(0), batteryLevel: 90 },
      { timestamp: at(60), batteryLevel: 80 },
    ],
  } as unknown as HistoryFacts;
  const summary = { stretches: [{ kind: "moving", fromMs, toMs: fromMs + 30 * minute }] } as unknown as TrackSummary;
  stage().show(
    <Chart fromMs={fromMs} toMs={fromMs + 60 * minute} widthPx={600} summary={summary} facts={facts} coverage={null} />,
  );
  const chart = document.querySelector("svg")!;
  const [battery, signal] = [...chart.querySelectorAll("path")].map((path) => path.getAttribute("d") ?? "");
  expect(battery).toMatch(/^M0\.0 .*L600\.0 /);
  // Only the loudest gateway; a minute is 10 px.
  expect(signal?.match(/[ML][\d.]+/g)).toEqual(["M0.0", "L10.0", "M300.0"]);
  const [dock, moving] = [...chart.querySelectorAll("rect")];
  expect([dock?.getAttribute("x"), dock?.getAttribute("width")]).toEqual(["150", "150"]);
  expect([moving?.getAttribute("x"), moving?.getAttribute("width")]).toEqual(["0.5", "299"]);
  expect(chart.textContent).toContain("Dock");
});

const noFacts: HistoryFacts = { stays: [], sightings: [], telemetry: [] };
const stood = { stretches: [{ kind: "still", fromMs, toMs: fromMs + 30 * minute }] } as unknown as TrackSummary;

it("the history marks what exists on its axis, and names the time without data between", () => {
  const coverage = [
    { fromMs, toMs: fromMs + 15 * minute },
    { fromMs: fromMs + 44 * minute, toMs: fromMs + 60 * minute },
  ];
  const span = { fromMs, toMs: fromMs + 60 * minute, widthPx: 600, summary: null, facts: noFacts };
  stage().show(<Chart {...span} coverage={coverage} />);
  const widths = [...document.querySelectorAll("[data-existing]")].map((each) =>
    Math.round(Number(each.getAttribute("width"))),
  );
  expect(widths).toEqual([150, 160]);
  expect(document.querySelectorAll("[data-gap]")).toHaveLength(1);
  expect(screen.getByText("29 min without data")).toBeDefined();
});

it("the history hides lanes without data, and names the others in words", () => {
  const span = { fromMs, toMs: fromMs + 60 * minute, widthPx: 600, coverage: null };
  stage().show(<Chart {...span} summary={stood} facts={noFacts} />);
  const names = () => ["Inside", "Battery", "Signal", "Motion"].filter((name) => screen.queryByText(name) !== null);
  const height = () => Number(document.querySelector("svg")?.getAttribute("height"));
  expect(names()).toEqual(["Motion"]);
  const low = height();
  cleanup();
  const facts = { ...noFacts, sightings: [{ timestamp: at(0), rssi: -80 }] } as unknown as HistoryFacts;
  stage().show(<Chart {...span} summary={stood} facts={facts} />);
  expect(names()).toEqual(["Signal", "Motion"]);
  expect(screen.getByText("−60 dBm")).toBeDefined();
  expect(height()).toBeGreaterThan(low);
});

it("the history offers the positions of a span as a file only to people who may download them", async () => {
  const span = { fromMs, toMs: fromMs + 60 * minute, timeMs: fromMs, of: ["g"] };
  const asset = aLiveAsset("g");
  const opened = (access: ReturnType<typeof fullAccess>) => {
    const { answers, show, requests } = stage();
    answers["getAccessibleOperations"] = () => access;
    answers["getUserMe"] = () => admin;
    show(<HistoryCsv span={span} asset={asset} />);
    return requests;
  };
  const requests = opened({ ...fullAccess(), asset_download: [] });
  await waitFor(() => expect(requests.some(({ id }) => id === "getAccessibleOperations")).toBe(true));
  expect(screen.queryByRole("button", { name: "CSV" })).toBeNull();
  opened(fullAccess());
  expect(await screen.findByRole("button", { name: "CSV" })).toBeDefined();
});

it("the history selects and follows the asset that is played, and stops at the next press", () => {
  const page = { isFollowing: false, selected: null, select: vi.fn(), setFollowing: vi.fn() };
  const { show } = stage();
  show(<FollowButton page={page as unknown as MapPageModel} guid="g" />);
  fireEvent.click(screen.getByRole("button", { name: "Follow", pressed: false }));
  expect(page.select).toHaveBeenCalledWith("g");
  expect(page.setFollowing).toHaveBeenCalledWith(true);
  stage().show(
    <FollowButton page={{ ...page, isFollowing: true, selected: "g" } as unknown as MapPageModel} guid="g" />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Follow", pressed: true }));
  expect(page.setFollowing).toHaveBeenLastCalledWith(false);
});
