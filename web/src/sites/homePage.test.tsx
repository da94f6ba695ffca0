import { fullAccess } from "@pulse/contract/access";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { me, stage } from "../test/stage.tsx";
import "../text/translate.ts";
import { HomePage } from "./HomePage.tsx";
import { rememberSite } from "./recentSites.ts";

const site = (id: string, name: string, customerName = "Northwind Logistics") => ({
  id,
  name,
  customerId: "c",
  customerName,
  customerConfig: {},
  location: "Quay Road",
});
const two = [site("1", "City Hospital"), site("2", "Harbour Warehouse")];

function home(sites: readonly object[], state?: unknown) {
  const set = stage();
  set.answers["getUserMe"] = () => ({ ...me, customerId: "c", isSuperadmin: false });
  set.answers["listAccessibleSites"] = () => sites;
  const router = set.show(<HomePage />, { pathname: "/", state });
  return { ...set, router, place: () => router.state.location.pathname };
}

describe("home", () => {
  it("the home page asks for a site where there are several and none is active, and opens the chosen one", async () => {
    const { place } = home(two);
    expect(await screen.findByRole("heading", { name: "Choose a site" })).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: /^Harbour Warehouse/ }));
    expect(place()).toBe("/sites/2");
  });

  it("the home page opens the only site directly", async () => {
    const { place } = home(two.slice(0, 1));
    await waitFor(() => expect(place()).toBe("/sites/1"));
  });

  it("the home page opens the site that is still active", async () => {
    localStorage.setItem("activeSite", "2");
    const { place } = home(two);
    await waitFor(() => expect(place()).toBe("/sites/2"));
  });

  it("the home page asks for a site when the stored one may no longer be entered", async () => {
    localStorage.setItem("activeSite", "gone");
    home(two);
    expect(await screen.findByRole("heading", { name: "Choose a site" })).toBeTruthy();
  });

  it("the home page does not lead back into the only site that was just found to be gone", async () => {
    const { place } = home(two.slice(0, 1), { isSiteGone: true });
    expect(await screen.findByRole("heading", { name: "Choose a site" })).toBeTruthy();
    expect(place()).toBe("/");
  });

  it("the home page tells a person without any site whom to ask", async () => {
    home([]);
    expect(await screen.findByRole("heading", { name: "No sites yet" })).toBeTruthy();
    expect(screen.getByText(/Ask the person who invited you/)).toBeTruthy();
  });

  it("the home page leads anybody who may set up everything into the guide", async () => {
    const { answers, place } = home([]);
    answers["getAccessibleOperations"] = () => fullAccess();
    await waitFor(() => expect(place()).toBe("/start"));
  });

  it("the home page offers to add a first site after one is gone", async () => {
    const { answers } = home([], { isSiteGone: true });
    answers["getAccessibleOperations"] = () => fullAccess();
    expect((await screen.findByRole("link", { name: "Add site" })).getAttribute("href")).toBe("/sites/new");
  });

  it("the home page offers the last used sites first, and finds sites by their customer", async () => {
    rememberSite(localStorage, "", "2");
    home([...two, site("3", "Depot", "Contoso")]);
    await screen.findByRole("region", { name: "Last used" });
    const names = (): (string | null)[] => screen.getAllByRole("button").map(({ textContent }) => textContent);
    expect(names()).toEqual([
      "Harbour WarehouseNorthwind Logistics · Quay Road",
      "DepotQuay Road",
      "City HospitalQuay Road",
    ]);
    fireEvent.change(screen.getByLabelText("Find a site"), { target: { value: "conto" } });
    expect(names()).toEqual(["DepotQuay Road"]);
    fireEvent.change(screen.getByLabelText("Find a site"), { target: { value: "moon" } });
    expect(screen.getByText("No matching sites")).toBeTruthy();
  });

  it("the home page sends one request for a superadmin's sites", async () => {
    const set = stage();
    set.answers["getUserMe"] = () => ({ ...me, customerId: null, isSuperadmin: true });
    set.answers["listSites"] = () => two.map((one) => ({ ...one, settings: { hideGeofences: false } }));
    set.show(<HomePage />, "/");
    expect(await screen.findByRole("button", { name: /^Harbour Warehouse/ })).toBeTruthy();
    expect(set.requests.map(({ id }) => id)).toEqual(["getUserMe", "listSites"]);
  });
});
