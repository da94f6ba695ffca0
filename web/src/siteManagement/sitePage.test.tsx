import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { accessOf } from "../test/accessStage.tsx";
import { ApiError } from "../api/apiError.ts";
import { press } from "../test/stage.tsx";
import NewSitePage from "./NewSitePage.tsx";
import SitePage from "./SitePage.tsx";
import SitesPage from "./SitesPage.tsx";
import { fill, ground, input, siteId, siteStage, warehouse } from "../test/siteStage.tsx";

const address = `/sites/${siteId}/details`;
const routes = [
  { path: "/sites", element: <SitesPage /> },
  { path: "/sites/new", element: <NewSitePage /> },
  { path: "/sites/:siteId/details", element: <SitePage /> },
  { path: "*", element: null },
];
function open(at: string, given: Parameters<typeof siteStage>[0] = {}) {
  const set = siteStage(given);
  return { ...set, router: set.open(routes, at) };
}

describe("the list of sites", () => {
  it("the list of sites shows how much is in each and how much of it is online, with a link to its details", async () => {
    const { requestsTo } = open("/sites");
    const link = await screen.findByRole("link", { name: "Harbour Warehouse" });
    expect(link.getAttribute("href")).toBe(address);
    const row = within(link.closest("tr")!);
    for (const count of ["1", "120 of 120", "130", "23 of 24"]) expect(row.getByText(count)).toBeTruthy();
    expect(requestsTo("listSites").at(-1)?.query).toMatchObject({
      customerId: warehouse.customerId,
      sortFields: ["name"],
    });
    expect(screen.getByRole("link", { name: "Add site" })).toBeTruthy();
  });

  it("the list of sites offers no new one to people who may only read", async () => {
    open("/sites", { access: accessOf({ site_management: ["r"] }) });
    await screen.findByRole("link", { name: "Harbour Warehouse" });
    expect(screen.queryByRole("link", { name: "Add site" })).toBeNull();
  });
});

describe("a new site", () => {
  it("a new site's page starts with its details, before any buildings, and shows its MQTT password once", async () => {
    const { answers, requestsTo, router } = open("/sites/new");
    answers["createSite"] = () => ({ ...warehouse, name: "Eastgate", password: "secret-once" });
    await screen.findByRole("heading", { name: "New site" });
    expect(screen.getByText("Please finish onboarding the site first")).toBeTruthy();
    press("Create site");
    expect(await screen.findByText("Field required")).toBeTruthy();
    fill("Name", "Eastgate");
    fill("Coordinates", "51.9, 4.4");
    fill("Location accuracy threshold", "30");
    press("Create site");
    expect(await screen.findByText("secret-once")).toBeTruthy();
    expect(requestsTo("createSite")[0]?.body).toMatchObject({
      name: "Eastgate",
      owner: null,
      lat: 51.9,
      lon: 4.4,
      settings: { locationAccuracyThreshold: 30, anchorSnapRadius: 5, geofenceExitTimeout: null },
    });
    press("I've copied it");
    await waitFor(() => expect(router.state.location.pathname).toBe(address));
  });

  it("a new site's page refuses invalid coordinates and a setting out of range, at their fields", async () => {
    const { requestsTo } = open("/sites/new");
    await screen.findByRole("heading", { name: "New site" });
    fill("Name", "Eastgate");
    fill("Coordinates", "91, 4.4");
    fill("Anchor snap radius", "0");
    press("Create site");
    expect(await screen.findByText("Invalid location")).toBeTruthy();
    expect(screen.getByText("Anchor snap radius must be between 0.1 and 1,000")).toBeTruthy();
    expect(requestsTo("createSite")).toEqual([]);
  });
});

describe("a site", () => {
  it("a site's page shows text to people who may only read", async () => {
    open(address, { access: accessOf({ site_management: ["r"] }) });
    expect(await screen.findByText("Rotterdam")).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("link", { name: "Calibrate Ground" })).toBeNull();
    for (const name of ["Delete site", "Reset password", "Add building", "Copy Ground"])
      expect(screen.queryByRole("button", { name })).toBeNull();
    expect(screen.getByRole("link", { name: "Open Ground" })).toBeTruthy();
  });

  it("a site's page names the calibration that replaces settings", async () => {
    const { answers } = open(address);
    answers["getCalibration"] = () => ({ activeVersion: 4, points: [], changedGateways: [] });
    expect(await screen.findByText(/calibration version 4/)).toBeTruthy();
  });

  it("a site's page names reference beacons that are not found at their places", async () => {
    const { answers } = open(address);
    const drift = { since: "2026-11-20T08:00:00.000Z", offM: 7.4, cause: null };
    const points = [
      { id: "p1", trackerName: "T 1", drift: null },
      { id: "p2", trackerName: "T 2", drift },
      { id: "p3", trackerName: "T 3", drift: { ...drift, cause: "strength" } },
      { id: "p4", trackerName: "T 4", drift: { ...drift, offM: null } },
      { id: "p5", trackerName: "T 5", drift: { ...drift, cause: "moved" } },
    ];
    const changedGateways = [{ id: "g3", name: "G-03", shiftDb: -8.2 }];
    answers["getCalibration"] = () => ({ activeVersion: null, points, changedGateways });
    expect(await screen.findByText(/reference beacon T 2 has been found 7 m from its place/)).toBeTruthy();
    expect(screen.queryByText(/reference beacon T 1/)).toBeNull();
    expect(screen.getByText(/reference beacon T 3 .* its battery may be low/)).toBeTruthy();
    expect(screen.getByText(/reference beacon T 4 has been found on another floor/)).toBeTruthy();
    expect(screen.getByText(/reference beacon T 5 .* it has probably been moved/)).toBeTruthy();
    expect(screen.getByText(/^Gateway G-03 hears the reference beacons 8 dB weaker than before/)).toBeTruthy();
  });

  it("a site's page links a drifted reference beacon to its floor's calibration, above the settings", async () => {
    const { answers } = open(address);
    const drift = { since: "2026-11-20T08:00:00.000Z", offM: 7.4, cause: "moved" };
    const points = [{ id: "p2", floorId: ground.id, trackerName: "T 2", drift }];
    answers["getCalibration"] = () => ({ activeVersion: 4, points, changedGateways: [] });
    const notice = within(await screen.findByRole("region", { name: "This site needs attention" }));
    expect(notice.getByText(/reference beacon T 2/)).toBeTruthy();
    const link = notice.getByRole("link", { name: "View calibration" });
    expect(link.getAttribute("href")).toBe(`${address}/floors/${ground.id}/calibrate?tab=beacons&point=p2`);
    expect(notice.queryByText(/calibration version/)).toBeNull();
    expect(
      screen.getByRole("region", { name: "This site needs attention" }).compareDocumentPosition(input("Name")),
    ).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("a site's page links to the calibration of each floor", async () => {
    open(address);
    const link = await screen.findByRole("link", { name: "Calibrate Ground" });
    expect(link.getAttribute("href")).toBe(`${address}/floors/${ground.id}/calibrate`);
  });

  it("a site's page names the gateways that receive less than their neighbours suggest", async () => {
    const { answers, requestsTo } = open(address);
    answers["listHardwares"] = () => [{ id: "g7", name: "G-07" }];
    expect(await screen.findByText(/^Gateway G-07 hears less than it should/)).toBeTruthy();
    expect(requestsTo("listHardwares").map(({ query }) => query)).toEqual([{ siteId, health: ["deaf"] }]);
  });

  it("a site's page lists what is deleted with it and asks for its name first", async () => {
    const { answers, requestsTo, router, messages } = open(address);
    answers["deleteSite"] = ({ query }) => {
      if (query?.["cascade"] === true) return { id: siteId };
      const uses = ["120 assets", "24 gateways"].map((message) => ({
        path: message.split(" ")[1]!,
        code: "in_use",
        message,
      }));
      throw new ApiError(409, "in_use", "Site is in use", uses);
    };
    await screen.findByRole("heading", { name: "Harbour Warehouse" });
    press("Delete site");
    fireEvent.click(await screen.findByRole("button", { name: "Delete Harbour Warehouse" }));
    const uses = await screen.findByRole("list", { name: "Also deleted" });
    expect([...uses.children].map(({ textContent }) => textContent)).toEqual(["120 assets", "24 gateways"]);
    const confirm = screen.getByRole<HTMLButtonElement>("button", {
      name: "Delete Harbour Warehouse and everything in it",
    });
    expect(confirm.disabled).toBe(true);
    fill("Type Harbour Warehouse to confirm", "Harbour Warehouse");
    confirm.click();
    await waitFor(() => expect(router.state.location.pathname).toBe("/sites"));
    expect(requestsTo("deleteSite").map(({ query }) => query)).toEqual([{}, { cascade: true }]);
    expect(messages()).toEqual(["Site Harbour Warehouse deleted"]);
  });

  it("a site's page asks to save or correct its details before its buildings", async () => {
    const { answers, requestsTo } = open(address);
    answers["updateSite"] = () => ({ ...warehouse, version: 4 });
    await screen.findByRole("heading", { name: "Harbour Warehouse" });
    fill("Floor name", "Hall");
    const [saveBuildings] = screen.getAllByRole("button", { name: "Save" });
    fill("Phone", "+49 30 1");
    saveBuildings!.click();
    expect(await screen.findByText("You have unsaved changes. Please save them first")).toBeTruthy();
    fill("Name", "");
    saveBuildings!.click();
    expect(await screen.findByText("Please fix validation errors in details section")).toBeTruthy();
    expect(requestsTo("updateSite")).toEqual([]);
    fill("Name", "Harbour Warehouse");
    fill("Phone", "");
    saveBuildings!.click();
    await waitFor(() => expect(requestsTo("updateSite")).toHaveLength(1));
    expect(input("Floor name").value).toBe("Ground");
  });
});
