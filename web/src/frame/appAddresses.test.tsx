import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { fakeServer, siteNamed } from "../test/fakeServer.ts";
import { startSignedIn } from "../test/wholeApp.tsx";

// WebGL does not run here, nor does a socket.
vi.mock("../map/page/MapPage.tsx", () => import("../test/MapOutline.tsx"));
vi.mock("../mapChunk.ts", () => ({}));
vi.mock("socket.io-client", () => import("../test/fakeSockets.ts"));

const warehouse = siteNamed("Harbour Warehouse", 2, "Quay Road");
const noAccessText = "You do not have access for this page";

function withWarehouse() {
  const server = fakeServer();
  server.sites.push(warehouse);
  localStorage.setItem("activeSite", warehouse.id);
  return server;
}

it("a page that does not exist says so and leads home", async () => {
  withWarehouse();
  const { address } = await startSignedIn("/no/such/page");
  expect(await screen.findByText("Page not found")).toBeTruthy();
  expect(address()).toBe("/no/such/page");
  fireEvent.click(within(screen.getByRole("main")).getByRole("link", { name: /home|map/i }));
  await waitFor(() => expect(address()).toBe(`/sites/${warehouse.id}/map`));
});

it("an administrator of a customer cannot open the customers' pages, and no request is refused", async () => {
  const server = withWarehouse();
  const { address, go } = await startSignedIn("/profile");
  await screen.findByRole("heading", { level: 1, name: "Profile" });
  for (const path of ["/customers", "/customers/new", "/customers/0198c1b2-0000-7000-8000-000000000000"]) {
    await go(path);
    await waitFor(() => expect(path + address()).toBe(`${path}/not-accessible`));
    expect(await screen.findByText(noAccessText)).toBeTruthy();
  }
  expect(server.refused).toEqual([]);
});

it("the question mark lists the keys on every page, and Escape leads back to it", async () => {
  withWarehouse();
  const { address } = await startSignedIn("/not-accessible");
  await screen.findByText(noAccessText);
  fireEvent.keyDown(document.body, { key: "?" });
  const sheet = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
  expect(within(sheet).getByText("Go into the asset's card")).toBeTruthy();
  fireEvent.keyDown(sheet, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Keyboard shortcuts" })).toBeNull());
  expect(address()).toBe("/not-accessible");
});
