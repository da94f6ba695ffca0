import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { floorId, ground, siteId, siteStage } from "../test/siteStage.tsx";
import ActiveAlertsPage from "./ActiveAlertsPage.tsx";

afterEach(() => vi.unstubAllGlobals());

const at = new Date().toISOString();
const alert = (name: string, reasons: readonly string[]) => ({
  id: name,
  geofenceId: "f",
  geofenceName: "Quarantine area",
  assetId: name,
  assetGuid: name,
  assetName: name,
  trackerId: "t",
  enterTime: at,
  lastSeenAt: at,
  exitAt: at,
  floorId,
  lat: 51,
  lon: 4,
  reasons,
});

function open() {
  const set = siteStage();
  set.answers["listFloors"] = () => [ground];
  set.answers["listActiveAlerts"] = ({ query }) => {
    const needed = [alert("Pallet 1", ["restricted", "silent"])];
    return (query as { needsAttention?: boolean }).needsAttention ? needed : [...needed, alert("Forklift 1", [])];
  };
  set.open(
    [{ path: "/sites/:siteId/geofences/alerts", element: <ActiveAlertsPage /> }],
    `/sites/${siteId}/geofences/alerts`,
  );
  return set;
}

it("active alerts are the assets that need somebody, with the reason, and all others on request", async () => {
  open();
  const link = await screen.findByRole("link", { name: "Pallet 1" });
  expect(link.closest("tr")?.textContent).toContain("In a restricted geofence, No signal, may have left");
  expect(screen.queryByRole("link", { name: "Forklift 1" })).toBeNull();
  expect(await screen.findByRole("link", { name: "Active alerts (1)" })).toBeTruthy();
  fireEvent.click(screen.getByRole("switch", { name: "Show every asset in a geofence" }));
  expect(await screen.findByRole("link", { name: "Forklift 1" })).toBeTruthy();
  // The number on the tab stays that of those that need somebody.
  expect(screen.getByRole("link", { name: "Active alerts (1)" })).toBeTruthy();
});

it("active alerts are cards on a phone, each value with its name", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "(max-width: 700px)",
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  open();
  const card = (await screen.findByRole("link", { name: "Pallet 1" })).closest("li");
  await waitFor(() => expect(card).not.toBeNull());
  expect(screen.queryByRole("table")).toBeNull();
  const names = [...card!.querySelectorAll("dt")].map(({ textContent }) => textContent);
  expect(names).toEqual(["Why", "Geofence", "Floor", "Entered", "Last seen", "Counts as left at"]);
});
