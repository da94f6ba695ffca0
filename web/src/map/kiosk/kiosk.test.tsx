import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { around } from "../../test/kioskFakes.ts";
import { endClock, join, open, pass, startClock } from "../../test/kioskStage.tsx";

vi.mock("../../mapEngine/siteMap.ts", async () => (await import("../../test/kioskFakes.ts")).siteMapModule);
vi.mock("../../live/socket.ts", async () => (await import("../../test/kioskFakes.ts")).socketModule);

beforeEach(startClock);
afterEach(endClock);

it("a wall display names the site, the floor and the time, and shows floors in turn on one map and connection", async () => {
  await open("/wall?sites=s1,s2&seconds=10");
  await screen.findByRole("heading", { name: "Harbour" });
  screen.getByText("Ground");
  screen.getByText("1 of 3");
  screen.getByText(/^02:05:\d\d PM$/);
  await waitFor(() => expect(around.shown?.shownFloorIds).toEqual(["f0"]));
  await join();
  await pass(10_000);
  screen.getByText("Upper");
  expect(around.shown?.shownFloorIds).toEqual(["f1"]);
  await pass(10_000);
  screen.getByRole("heading", { name: "Clinic" });
  await join();
  // After days: no second map, and only one open connection.
  await pass(10_000 * 30);
  expect(around.maps).toHaveLength(1);
  expect(around.maps[0]?.isGone).toBe(false);
  expect(around.lines.filter(({ isOpen }) => isOpen)).toHaveLength(1);
});

it("a wall display says since when it is not live, and stays at the known site until it is again", async () => {
  await open("/wall?sites=s1,s2&seconds=10");
  await screen.findByText("Ground");
  await join();
  await pass(2_000);
  await act(async () => around.lines[0]?.events.lost());
  await pass(3_000);
  expect(screen.queryByRole("alert")).toBeNull();
  await pass(4_000);
  expect(screen.getByRole("alert").textContent).toMatch(/Not live since 2026-11-23 14:05:0\d/);
  for (let turn = 0; turn < 4; turn++) {
    await pass(10_000);
    screen.getByRole("heading", { name: "Harbour" });
  }
  await join();
  await pass(2_000);
  expect(screen.queryByRole("alert")).toBeNull();
  await pass(20_000);
  screen.getByRole("heading", { name: "Clinic" });
});

it("a wall display says that the server is catching up, keeps showing the time, and calls nothing stale for it", async () => {
  await open("/wall?sites=s1,s2&seconds=10");
  await screen.findByText("Ground");
  await waitFor(() => expect(around.shown).toBeDefined());
  await join();
  await act(async () => around.lines[0]?.events.delayed(4 * 60_000));
  expect(screen.getByRole("status").textContent).toBe("Catching up, 4\u00A0min behind");
  expect(screen.queryByRole("alert")).toBeNull();
  screen.getByText(/^02:05:\d\d PM$/);
  expect(Math.round((Date.now() - around.shown!.positions.nowMs()) / 60_000)).toBe(4);
  await act(async () => around.lines[0]?.events.delayed(0));
  expect(screen.queryByRole("status")).toBeNull();
  // A broken connection is another state, with its own words.
  await act(async () => around.lines[0]?.events.delayed(4 * 60_000));
  await act(async () => around.lines[0]?.events.lost());
  await pass(7_000);
  expect(screen.queryByText(/Catching up/)).toBeNull();
  expect(screen.getByRole("alert").textContent).toMatch(/Not live since/);
});

it("a wall display shows the time and ages by the server's clock, even where the browser's is wrong by a day", async () => {
  around.aheadMs = 24 * 3_600_000;
  await open("/wall?sites=s1&seconds=10");
  await screen.findByText("2026-11-24");
  await waitFor(() => expect(around.shown).toBeDefined());
  expect((around.shown?.positions.nowMs() ?? 0) - Date.now()).toBeGreaterThan(around.aheadMs - 2_000);
  await join();
  await pass(2_000);
  await act(async () => around.lines[0]?.events.lost());
  await pass(8_000);
  expect(screen.getByRole("alert").textContent).toMatch(/Not live since 2026-11-24 14:05:/);
});

it("a wall display has no controls until Escape or a pointer movement, then a button to the map of what is shown", async () => {
  const { router } = await open("/wall?sites=s1&floors=f1");
  await screen.findByText("Upper");
  expect(screen.queryAllByRole("button")).toHaveLength(0);
  fireEvent.pointerMove(window, { movementX: 3, movementY: 1 });
  screen.getByRole("button", { name: "Leave" });
  await pass(6_000);
  expect(screen.queryAllByRole("button")).toHaveLength(0);
  fireEvent.keyDown(window, { key: "Escape" });
  const leave = screen.getByRole("button", { name: "Leave" });
  expect(document.activeElement).toBe(leave);
  fireEvent.click(leave);
  expect(router.state.location.pathname + router.state.location.search).toBe("/sites/s1/map?floor=f1");
});

it("a wall display reloads once the server has another version", async () => {
  let reloads = 0;
  vi.spyOn(window.location, "reload").mockImplementation(() => void reloads++);
  await open("/wall?sites=s1");
  await screen.findByText("Ground");
  await pass(120_000);
  expect(reloads).toBe(0);
  around.version = "3.2.0";
  await pass(60_000);
  expect(reloads).toBe(1);
});

it("a wall display keeps the screen on until it is left", async () => {
  let held = 0;
  const request = async () => {
    held++;
    return { release: async () => void held-- };
  };
  vi.stubGlobal("navigator", Object.assign(navigator, { wakeLock: { request } }));
  const { router } = await open("/wall?sites=s1");
  await screen.findByText("Ground");
  expect(held).toBe(1);
  await act(async () => router.navigate("/start"));
  expect(held).toBe(0);
});

it("a wall display says so when nothing of the choice can be shown", async () => {
  await open("/wall?sites=gone");
  expect(await screen.findByText("Nothing to show")).toBeTruthy();
});

it("a wall display asks for the sites when the address has none, and starts the chosen ones", async () => {
  const { router } = await open("/wall");
  await screen.findByRole("checkbox", { name: "Upper" });
  fireEvent.click(screen.getByRole("checkbox", { name: "Upper" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Clinic" }));
  fireEvent.change(screen.getByLabelText("Seconds on each floor"), { target: { value: "30" } });
  fireEvent.click(screen.getByRole("button", { name: "Start" }));
  expect(router.state.location.search).toBe("?sites=s1,s2&floors=f0&seconds=30");
});
