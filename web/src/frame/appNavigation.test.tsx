import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { type AccessMap, areas, lettersOf, noAccess, predefinedRoles } from "@pulse/contract/access";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { listedAsset } from "../test/liveAsset.ts";
import { line } from "../test/fakeSockets.ts";
import { fakeServer, refusal, siteNamed } from "../test/fakeServer.ts";
import { openAccountMenu, startApp, startSignedIn } from "../test/wholeApp.tsx";

// WebGL does not run here, nor does a socket.
vi.mock("../map/page/MapPage.tsx", () => import("../test/MapOutline.tsx"));
vi.mock("../mapChunk.ts", () => ({}));
vi.mock("socket.io-client", () => import("../test/fakeSockets.ts"));

const hospital = siteNamed("City Hospital", 1, "Harbour Street");
const warehouse = siteNamed("Harbour Warehouse", 2, "Quay Road");
const mapOf = ({ id }: { id: string }): string => `/sites/${id}/map`;
const noAccessText = "You do not have access for this page";

function withSites(...[person]: Parameters<typeof fakeServer>) {
  const server = fakeServer(person);
  server.sites.push(hospital, warehouse);
  return server;
}

/** What a predefined role may do. */
function accessOf(role: keyof typeof predefinedRoles): AccessMap {
  const lettersIn = (area: (typeof areas)[number]) =>
    lettersOf[area].filter((letter) => predefinedRoles[role](area, letter));
  return Object.fromEntries(areas.map((area) => [area, lettersIn(area)])) as AccessMap;
}

describe("the active site", () => {
  it("is chosen where there is none, and the site used last is offered first next time", async () => {
    withSites();
    const { address, close } = await startSignedIn("/");
    await screen.findByRole("heading", { name: "Choose a site" });
    await waitFor(() => expect(document.title).toBe("Choose a site · Pulse"));
    fireEvent.click(within(screen.getByRole("main")).getByRole("button", { name: /^Harbour Warehouse/ }));
    await waitFor(() => expect(address()).toBe(mapOf(warehouse)));
    close();

    localStorage.removeItem("activeSite");
    const next = await startApp("/");
    const lastUsed = await screen.findByRole("region", { name: "Last used" });
    expect(within(lastUsed).getByRole("button").textContent).toMatch(/^Harbour Warehouse/);
    const find = screen.getByLabelText("Find a site");
    fireEvent.change(find, { target: { value: "hospital" } });
    fireEvent.keyDown(find, { key: "Enter" });
    fireEvent.submit(find);
    await waitFor(() => expect(next.address()).toBe(mapOf(hospital)));
  });

  it("opens again at the next start, and is forgotten when the server does not find it", async () => {
    const server = withSites();
    localStorage.setItem("activeSite", warehouse.id);
    const { address, close } = await startSignedIn("/");
    await waitFor(() => expect(address()).toBe(mapOf(warehouse)));
    await waitFor(() => expect(server.requestsFor("listLiveAssets")[0]?.query["siteId"]).toBe(warehouse.id));
    close();

    server.answers["listLiveAssets"] = () => refusal("not_found");
    const next = await startApp("/");
    await screen.findByRole("heading", { name: "Choose a site" });
    expect(next.address()).toBe("/");
    const navigation = screen.getByRole("navigation", { name: "Main navigation" });
    expect(within(navigation).queryByRole("link", { name: "Map" })).toBeNull();
    expect(localStorage.getItem("activeSite")).toBeNull();
  });

  it("that the user may not enter is forgotten", async () => {
    withSites();
    localStorage.setItem("activeSite", "0198c1b2-0000-7000-8000-000000000000");
    await startSignedIn("/not-accessible");
    expect(await screen.findByRole("button", { name: "Choose a site" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Map" })).toBeNull();
    expect(localStorage.getItem("activeSite")).toBeNull();
  });

  it("is chosen by keyboard among names that match before addresses that match", async () => {
    withSites();
    const { address } = await startSignedIn("/not-accessible");
    fireEvent.click(await screen.findByRole("button", { name: "Choose a site" }));
    const find = await screen.findByLabelText("Find a site");
    fireEvent.change(find, { target: { value: "harbour" } });
    fireEvent.keyDown(find, { key: "Enter" });
    fireEvent.submit(find);
    await waitFor(() => expect(address()).toBe(mapOf(warehouse)));
  });
});

it("signing out on the map leaves no redirect for the next person, and ends the session at the provider", async () => {
  const server = withSites();
  localStorage.setItem("activeSite", warehouse.id);
  const { address } = await startSignedIn("/");
  await screen.findByText("Live");
  await openAccountMenu();
  fireEvent.click(await screen.findByText("Sign out"));
  await screen.findByLabelText("Password");
  expect(address()).toBe("/signin");
  expect(localStorage.getItem("activeSite")).toBeNull();
  await waitFor(() => expect(server.requestsFor("RevokeToken")).toHaveLength(1));
});

it("signed-out users can open the public screens; other pages lead to the sign-in, which remembers the page", async () => {
  fakeServer();
  for (const path of ["/signin", "/signup", "/verify-email", "/forgot-password", "/change-forgot-password"]) {
    const { address, close } = await startApp(path);
    expect(await screen.findByRole("heading", { level: 1 })).toBeTruthy();
    expect(address()).toBe(path);
    close();
  }
  const { address, go } = await startApp("/signin");
  for (const path of ["/register-phone", "/verify-phone", mapOf(warehouse), "/access/roles?q=a", "/no/such/page"]) {
    await go(path);
    expect(address()).toBe(`/signin?redirect=${encodeURIComponent(path)}`);
  }
  await go("/");
  expect(address()).toBe("/signin");
});

it("the language is changed in the menu, kept after a reload, and changed back", async () => {
  const server = withSites();
  server.answers["updateOwnAttribute"] = ({ body }) => {
    server.me.locale = (body as { value: string }).value;
    return server.me;
  };
  const { close } = await startSignedIn("/not-accessible");
  await openAccountMenu();
  fireEvent.click(await screen.findByText("Deutsch"));
  await screen.findByRole("navigation", { name: "Hauptnavigation" });
  await waitFor(() => expect(server.me.locale).toBe("de"));
  close();

  await startApp("/not-accessible");
  await screen.findByRole("navigation", { name: "Hauptnavigation" });
  expect(document.documentElement.lang).toBe("de");
  fireEvent.click(await screen.findByRole("button", { name: /^Kontomenü:/ }));
  fireEvent.click(await screen.findByText("English"));
  await waitFor(() => expect(server.me.locale).toBe("en"));
  await waitFor(() => expect(document.documentElement.lang).toBe("en"));
});

it("when a proxy blocks the socket, the map says so and positions still arrive", async () => {
  line.isBlocked = true;
  onTestFinished(() => void (line.isBlocked = false));
  const server = withSites();
  const { services } = await startSignedIn(mapOf(warehouse));
  await screen.findByText("Reconnecting...");
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(await screen.findByText("No live connection, updated every 5 s")).toBeTruthy();
  const located = listedAsset(1);
  server.answers["listLiveAssets"] = () => [located];
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  await waitFor(() => expect(services.live.get(located.guid)?.lat).toBe(located.lat));
  expect(screen.getByRole("main").dataset["old"]).toBeUndefined();
});

it("a user who may not see positions can open the map, and stays signed in when the site is taken away", async () => {
  const access = { ...noAccess(), hardware_management: ["r" as const], site_management: ["r" as const] };
  const server = withSites({ access });
  const { close } = await startSignedIn(mapOf(warehouse));
  expect(await screen.findByText("Live")).toBeTruthy();
  expect(server.refused).toEqual([]);
  expect(server.requestsFor("listLiveAssets")).toEqual([]);
  close();

  server.sites.splice(server.sites.indexOf(warehouse), 1);
  await startApp(mapOf(warehouse));
  expect(await screen.findByText("Page not found")).toBeTruthy();
  expect(screen.getByRole("button", { name: /^Account menu:/ })).toBeTruthy();
});

describe("a page that the user may not read", () => {
  it("says so and leads back to the map, and no request is refused", async () => {
    const server = withSites({ access: accessOf("Viewer") });
    localStorage.setItem("activeSite", warehouse.id);
    const { address, go } = await startSignedIn("/not-accessible");
    await openAccountMenu();
    await screen.findByText("Sign out");
    const items = screen.getAllByRole("menuitem", { hidden: true });
    expect(items.map(({ textContent }) => textContent)).toEqual(["Profile", "Sites", "Help", "Sign out"]);
    const admin = ["/access/users", "/access/groups", "/access/roles", "/access/users/new", "/access/roles/new"];
    for (const path of ["/access", ...admin, "/customers", "/operations", "/audit"]) {
      await go(path);
      await waitFor(() => expect(path + address()).toBe(`${path}/not-accessible`));
      expect(await screen.findByText(noAccessText)).toBeTruthy();
    }
    fireEvent.click(screen.getByText("Back to the map"));
    await waitFor(() => expect(address()).toBe(mapOf(warehouse)));
    expect(server.refused).toEqual([]);
  });

  it("offers a retry that works when its permissions did not load", async () => {
    const server = withSites({ access: accessOf("Viewer") });
    const permissions = server.answers["getAccessibleOperations"]!;
    server.answers["getAccessibleOperations"] = () => Response.json({}, { status: 500 });
    await startSignedIn("/access/users");
    // The query is repeated twice, with pauses, before it fails.
    await screen.findByRole("main");
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    const again = await within(screen.getByRole("main")).findByRole("button", { name: "Try again" });
    server.answers["getAccessibleOperations"] = permissions;
    fireEvent.click(again);
    expect(await screen.findByText(noAccessText)).toBeTruthy();
  });
});

it("an operator, who reads trackers alone, is refused the gateways before anything of theirs is requested", async () => {
  const server = withSites({ access: accessOf("Operator") });
  const { go, address } = await startSignedIn("/not-accessible");
  await screen.findByText(noAccessText);
  for (const path of ["devices/gateways", `devices/gateways/${warehouse.id}`]) {
    await go(`/sites/${warehouse.id}/${path}`);
    await waitFor(() => expect(path + address()).toBe(`${path}/not-accessible`));
  }
  await go(`/sites/${warehouse.id}/devices`);
  await waitFor(() => expect(address()).toBe(`/sites/${warehouse.id}/devices/trackers`));
  for (const refused of ["listHardwares", "getHardware", "listHeardHardwares"])
    expect(server.requestsFor(refused)).toEqual([]);
});

it.each([
  ["an operator", { access: accessOf("Operator") }],
  ["a manager", { access: accessOf("Manager") }],
  ["an administrator", {}],
  ["a superadmin without a site", { isSuperadmin: true, customerId: null }],
])("the search and the administration pages send no refused request as %s", async (_, person) => {
  const server = withSites(person);
  const { go, address } = await startSignedIn("/not-accessible");
  await screen.findByText(noAccessText);
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  fireEvent.change(await screen.findByRole("combobox"), { target: { value: "Harbour" } });
  await waitFor(() => expect(server.requestsFor("search")).toHaveLength(1));
  for (const path of ["/access/users", "/access/roles", "/access/groups", "/audit", "/reports", "/customers"]) {
    await go(path);
    await waitFor(() => expect([path, "/not-accessible"]).toContain(address()));
  }
  await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
  expect(server.refused).toEqual([]);
});

it.each([
  ["an operator", "Operator"],
  ["a viewer", "Viewer"],
] as const)(
  "no page of a site sends a request that is refused to %s, whether they may open it or not",
  async (_, role) => {
    const server = withSites({ access: accessOf(role) });
    const { go } = await startSignedIn("/not-accessible");
    await screen.findByText(noAccessText);
    const id = warehouse.id;
    const pages = [
      "assets",
      `assets/${id}`,
      "assets/new",
      "geofences",
      "geofences/alerts",
      `geofences/${id}`,
      "geofences/new",
    ];
    const devices = [
      "devices",
      "devices/trackers",
      `devices/trackers/${id}`,
      "devices/gateways",
      `devices/gateways/${id}`,
    ];
    const plans = ["details", `details/floors/${id}`, `details/floors/${id}/drawing`, `details/floors/${id}/calibrate`];
    for (const page of [...pages, ...devices, ...plans]) {
      await go(`/sites/${id}/${page}`);
      await waitFor(() => expect(document.querySelector("main")?.textContent).not.toBe(""));
      await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
    }
    for (const path of ["/sites", "/webhooks", "/customers"]) {
      await go(path);
      await waitFor(() => expect(document.querySelector("[aria-busy=true]")).toBeNull());
    }
    for (const path of ["/sites/new", "/operations", "/reach", "/access/api-keys"]) {
      await go(path);
      expect(await screen.findByText(noAccessText)).toBeTruthy();
    }
    expect(server.refused).toEqual([]);
  },
);
