import type { Underlay } from "@pulse/contract/underlay";
import type { Placement } from "@pulse/geo/floorPlan";
import { middleOf } from "@pulse/geo/placementChange";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accessOf } from "../test/accessStage.tsx";
import { ground, siteId, siteStage, warehouse } from "../test/siteStage.tsx";
import SitePage from "./SitePage.tsx";

// happy-dom decodes no images.
const decode = HTMLImageElement.prototype.decode as unknown;
beforeAll(() => {
  HTMLImageElement.prototype.decode = async () => undefined;
});
afterAll(() => {
  HTMLImageElement.prototype.decode = decode as () => Promise<void>;
});

const { northWest, southEast, rotationDeg, corners } = ground;
const aerial: Underlay = {
  northWest,
  southEast,
  rotationDeg,
  corners,
  image: "aerial",
  imageUrl: "/api/v3/files/aerial",
  imageWidth: 4000,
  imageHeight: 3000,
  opacity: 0.8,
};

async function open(underlay: Underlay | null, rights = {}) {
  const set = siteStage(rights);
  let stored = underlay;
  set.answers["getSite"] = () => ({ ...warehouse, underlay: stored });
  set.answers["setUnderlay"] = () => ({ ...warehouse, underlay: (stored = aerial) });
  set.answers["removeUnderlay"] = () => warehouse;
  set.open([{ path: "/sites/:siteId/details", element: <SitePage /> }], `/sites/${siteId}/details`);
  await screen.findByRole("heading", { name: "Harbour Warehouse" });
  return set;
}
const section = (): HTMLElement | null => screen.queryByRole("region", { name: "Picture under the floors" });

it("a chosen picture is placed first, and sent with its place", async () => {
  const { requestsTo } = await open(null);
  const head = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
  const file = new File([new Uint8Array([...head, 0, 0, 1, 144, 0, 0, 0, 250, 8, 2])], "aerial.png");
  const input = screen.getByLabelText("Choose a picture under the floors: file");
  fireEvent.change(input, { target: { files: [file] } });
  expect(requestsTo("setUnderlay")).toHaveLength(0);
  fireEvent.click(await screen.findByRole("button", { name: "Use this placement" }));
  await waitFor(() => expect(requestsTo("setUnderlay")).toHaveLength(1));
  const { body, files } = requestsTo("setUnderlay")[0]!;
  expect(body).toMatchObject({ version: 3, image: "picture", rotationDeg: 0 });
  // Around the floor, whose middle need not be the site's coordinates.
  const [centre, floor] = [middleOf(body as Placement), middleOf(ground)];
  expect([centre.lat, centre.lon]).toEqual([expect.closeTo(floor.lat, 6), expect.closeTo(floor.lon, 6)]);
  expect([...files!.keys()]).toEqual(["picture"]);
  expect(await within(section()!).findByText("4000 × 3000 px")).toBeTruthy();
});

it("a stored picture is placed anew without being sent again", async () => {
  const { requestsTo } = await open(aerial);
  fireEvent.click(within(section()!).getByRole("button", { name: "Place on the map" }));
  fireEvent.click(await screen.findByRole("button", { name: "Use this placement" }));
  await waitFor(() => expect(requestsTo("setUnderlay")).toHaveLength(1));
  const { body, files } = requestsTo("setUnderlay")[0]!;
  expect(body).toEqual({ version: 3, northWest, southEast, rotationDeg });
  expect(files).toBeUndefined();
});

it("the opacity of the picture is saved when its thumb is let go", async () => {
  const { requestsTo } = await open(aerial);
  const thumb = screen.getByRole("slider", { name: "Opacity" });
  fireEvent.keyDown(thumb, { key: "ArrowLeft" });
  fireEvent.keyUp(thumb, { key: "ArrowLeft" });
  await waitFor(() =>
    expect(requestsTo("setUnderlay").map(({ body }) => body)).toEqual([{ version: 3, opacity: 0.75 }]),
  );
});

it("the picture is removed only after a question", async () => {
  const { requestsTo } = await open(aerial);
  fireEvent.click(within(section()!).getByRole("button", { name: "Remove" }));
  expect(requestsTo("removeUnderlay")).toHaveLength(0);
  const dialog = await screen.findByRole("dialog", { name: "Remove the picture under the floors?" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(requestsTo("removeUnderlay")).toHaveLength(1));
});

it("who may only read a site sees its picture and no controls, and nothing where there is none", async () => {
  const access = accessOf({ site_management: ["r"] });
  await open(aerial, { access });
  expect(section()).toBeTruthy();
  expect(section()!.querySelectorAll("button, input")).toHaveLength(0);
  cleanup();
  await open(null, { access });
  expect(section()).toBeNull();
});
