import type { Hardware } from "@pulse/contract/gateways";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fill, floorId, ground, input, siteId, siteStage } from "../test/siteStage.tsx";
import GatewayPage from "./GatewayPage.tsx";

vi.mock("../placing/PlanMap.tsx", () => ({ PlanMap: () => <div data-testid="plan" /> }));

const id = "0198c1b2-000b-7000-8000-000000000001";
const typeId = "0198c1b2-000c-7000-8000-000000000001";
const at = "2026-11-20T10:00:00.000Z";
const gateway = {
  id,
  guid: id,
  version: 2,
  createdAt: at,
  updatedAt: at,
  siteId,
  name: "G-05",
  status: "online",
  hardwareType: { id: typeId, type: "kkm" },
  lat: 51.89991,
  lon: 4.40012,
  floorId,
  location: "Main · Ground",
  lastUpdated: at,
  numConnected: 1,
  mac: "AC:23:3F:C0:5D:05",
  mqttGuid: id,
  mqttUsername: "gateway-5",
  properties: {
    alpha: null,
    beta: null,
    gamma: null,
    hardwareType: "kkm",
    measuredPower: null,
    z: 4.2,
    mac: "AC:23:3F:C0:5D:05",
    username: "gateway-5",
    anchorSnapRadius: null,
  },
  unusedProperties: [],
  sections: [],
  health: ["deaf"],
  outsideFloorM: 0,
  firmware: null,
  beaconsConnected: [
    { trackerId: id, guid: id, name: "Tag 7", mac: null, asset: null, rssi: -92, distance: 105.8, lastHeardAt: at },
  ],
} as unknown as Hardware;
const type = {
  id: typeId,
  type: "kkm",
  name: "KKM gateway",
  mobile: false,
  topicsFromName: false,
  capabilities: { deviceConfig: true },
  configReadable: true,
  configSettings: ["filter_rssi", "upload_ibeacon", "upload_unknown"],
};

async function open(search = "", given: Parameters<typeof siteStage>[0] = {}) {
  const set = siteStage(given);
  const stored = { configuration: null as object | null };
  Object.assign(set.answers, {
    listFloors: () => [ground],
    getHardware: () => gateway,
    listHardwares: () => [gateway],
    listSiteHardwareTypes: () => [type],
    getHardwareStoredConfiguration: () => ({
      configuration: stored.configuration,
      pending: null,
      lastReadTimestamp: stored.configuration === null ? null : at,
      lastRequestedTimestamp: null,
      lastUpdatedTimestamp: null,
    }),
    listHardwareRequests: () => [],
    listGatewayMessages: () => [],
  });
  const router = set.open(
    [{ path: "/sites/:siteId/devices/gateways/:id", element: <GatewayPage /> }],
    `/sites/${siteId}/devices/gateways/${id}${search}`,
  );
  await screen.findByRole("heading", { level: 1, name: "G-05" });
  return { ...set, router, stored };
}

const tabs = (): HTMLElement => screen.getByRole("navigation", { name: "Parts of this page" });
const choose = (name: string): void => void fireEvent.click(within(tabs()).getByRole("link", { name }));

it("a gateway's page leads with where it is, what is wrong and what it hears, and not with a form", async () => {
  await open();
  expect(await screen.findByText("Poor reception")).toBeTruthy();
  expect(await screen.findByTestId("plan")).toBeTruthy();
  expect(await screen.findByText("Tag 7")).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(within(tabs()).getByRole("link", { name: "Overview" }).getAttribute("aria-current")).toBe("page");
});

it("a distance that leads out of a gateway's hall is far, without a number", async () => {
  await open();
  const row = (await screen.findByText("Tag 7")).closest("li");
  await waitFor(() => expect(row?.textContent).toContain("far ·"));
  expect(row?.textContent).not.toContain("105.8");
});

it("a gateway's tabs have addresses, and changes that are not saved stay while others are shown", async () => {
  const { router } = await open("?tab=settings");
  await screen.findAllByLabelText(/^Name/);
  fill("Name", "G-06");
  choose("Device");
  expect(router.state.location.search).toBe("?tab=device");
  expect(await screen.findByRole("heading", { name: "Device config" })).toBeTruthy();
  choose("Settings");
  expect(input("Name").value).toBe("G-06");
  choose("Overview");
  expect(router.state.location.search).toBe("");
});

it("settings that a gateway has not reported are not known, instead of off", async () => {
  const { stored, services } = await open("?tab=device");
  const unknown = await screen.findByRole("combobox", { name: "Upload iBeacon" });
  expect(unknown.getAttribute("placeholder")).toBe("Not known yet");
  expect(screen.queryByRole("switch")).toBeNull();
  expect(screen.getByText(/has not reported its settings yet/)).toBeTruthy();
  expect(input("Filter RSSI").placeholder).toBe("Not known yet");
  stored.configuration = { uploadIbeacon: false };
  await act(() => services.queries.invalidateQueries());
  const reported = await screen.findByRole<HTMLInputElement>("switch", { name: "Upload iBeacon" });
  expect(reported.checked).toBe(false);
  expect(screen.getByRole("combobox", { name: "Upload unknown" })).toBeTruthy();
});

it("a gateway's messages are a tab for people with the developer tools alone", async () => {
  await open();
  expect(within(tabs()).queryByRole("link", { name: "Messages" })).toBeNull();
  cleanup();
  await open("?tab=messages", { me: { devToolEnabled: true } });
  expect(await screen.findByText(/the last 100, as received/)).toBeTruthy();
});
