import { placePlan } from "@pulse/geo/floorPlan";
import type { LatLon } from "@pulse/geo/latLon";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ApiError } from "../api/apiError.ts";
import { press } from "../test/stage.tsx";
import SitePage from "./SitePage.tsx";
import { buildingId, fill, floorId, ground, imageId, input, siteId, siteStage, warehouse } from "../test/siteStage.tsx";

// happy-dom decodes no images.
const decode = HTMLImageElement.prototype.decode as unknown;
beforeAll(() => {
  HTMLImageElement.prototype.decode = async () => undefined;
});
afterAll(() => {
  HTMLImageElement.prototype.decode = decode as () => Promise<void>;
});

const png = (name = "plan.png"): File => {
  const head = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
  return new File([new Uint8Array([...head, 0, 0, 1, 144, 0, 0, 0, 250, 8, 2])], name);
};

async function open(site: object = {}) {
  const set = siteStage();
  set.answers["getSite"] = () => ({ ...warehouse, ...site });
  set.answers["updateSite"] = () => ({ ...warehouse, version: 4 });
  set.open(
    [
      { path: "/sites/:siteId/details", element: <SitePage /> },
      { path: "*", element: null },
    ],
    `/sites/${siteId}/details`,
  );
  await screen.findByRole("heading", { name: "Harbour Warehouse" });
  return { ...set, save: () => fireEvent.click(screen.getAllByRole("button", { name: "Save" })[0]!) };
}
const choose = (name: string, file: File): void => {
  fireEvent.change(screen.getByLabelText(`${name}: file`), { target: { files: [file] } });
};
interface Sent {
  buildings: { id?: string; name: string; floors: Record<string, unknown>[] }[];
}

describe("a site's buildings and floors", () => {
  it("a site's buildings and floors start from a plan alone, with a proposed building, floor and place", async () => {
    const { requestsTo, save } = await open({ floorPlans: [] });
    choose("Choose a file", png());
    expect(await screen.findByRole("img", { name: "Plan of Ground floor" })).toBeTruthy();
    save();
    await waitFor(() => expect(requestsTo("updateSite")).toHaveLength(1));
    const call = requestsTo("updateSite")[0]!;
    const { buildings } = call.body as Sent;
    expect(buildings).toMatchObject([
      { name: "Main building", floors: [{ name: "Ground floor", level: 0, image: "plan1", ceilingHeightM: 3 }] },
    ]);
    expect([...call.files!.keys()]).toEqual(["plan1"]);
    const { northWest, southEast } = buildings[0]!.floors[0] as typeof ground;
    expect(northWest.lat).toBeGreaterThan(51.9);
    expect(southEast.lat).toBeLessThan(51.9);
  });

  it("a site's buildings and floors keep their ids, and send no file that is already stored", async () => {
    const { requestsTo, save } = await open();
    fill("Floor name", "Hall");
    save();
    await waitFor(() => expect(requestsTo("updateSite")).toHaveLength(1));
    const { body, files } = requestsTo("updateSite")[0]!;
    expect(body).toMatchObject({
      version: 3,
      buildings: [{ id: buildingId, name: "Main", floors: [{ id: floorId, name: "Hall", image: imageId }] }],
    });
    expect(files).toBeUndefined();
    expect((body as Sent).buildings[0]!.floors[0]).not.toHaveProperty("elevation");
  });

  it("the errors of a site are shown at the right building and floor", async () => {
    const { requestsTo, save } = await open();
    press("Add building");
    save();
    expect(await screen.findByText("Each building needs at least one floor")).toBeTruthy();
    fill("Building name", "MAIN", 1);
    press("Add floor to MAIN");
    fill("Floor name", "A/B", 1);
    save();
    expect(await screen.findByText("/ is not allowed")).toBeTruthy();
    expect(screen.getByText("Each floor needs a layout image")).toBeTruthy();
    choose("Choose a file for A/B", png());
    await screen.findByRole("img", { name: "Plan of A/B" });
    fill("Floor name", " B", 1);
    save();
    expect(await screen.findByText("Leading and trailing spaces are not allowed")).toBeTruthy();
    fill("Floor name", "B", 1);
    save();
    const second = screen.getByRole("region", { name: "MAIN" });
    expect(await within(second).findByText("Building name must be unique")).toBeTruthy();
    press("Remove MAIN");
    press("Add floor to Main");
    fill("Level", "0", 0);
    save();
    expect(await screen.findByText("Each floor needs a layout image")).toBeTruthy();
    expect(requestsTo("updateSite")).toEqual([]);
  });

  it("the form shows errors for two floors with one level, and for corners that enclose nothing", async () => {
    const { requestsTo, save } = await open();
    press("Copy Ground");
    press("Copy floor");
    await screen.findByRole("region", { name: "Floor 1" });
    fill("Level", "0", 0);
    fill("South-east corner", "51.95, 4.4", 0);
    save();
    expect(await screen.findByText("Level must be unique")).toBeTruthy();
    expect(screen.getByText(/must lie to the right of and below/)).toBeTruthy();
    fill("South-east corner", "nowhere", 0);
    save();
    expect(await screen.findByText("Invalid location")).toBeTruthy();
    expect(requestsTo("updateSite")).toEqual([]);
  });

  it("the refusal of a floor is shown at its place, and the chosen file stays", async () => {
    const { answers, requestsTo, save } = await open({ floorPlans: [] });
    choose("Choose a file", png());
    await screen.findByRole("img", { name: "Plan of Ground floor" });
    answers["updateSite"] = () => {
      throw new ApiError(415, "file_type_invalid", "", [
        { path: "buildings[0].floors[0].image", code: "file_type_invalid", message: "This file type is not accepted" },
      ]);
    };
    save();
    const floor = screen.getByRole("region", { name: "Ground floor" });
    expect(await within(floor).findByText("This file type is not accepted")).toBeTruthy();
    expect(screen.getByRole("img", { name: "Plan of Ground floor" })).toBeTruthy();
    save();
    await waitFor(() => expect(requestsTo("updateSite")).toHaveLength(2));
    expect(requestsTo("updateSite")[1]!.files!.size).toBe(1);
  });

  it("a floor that is to be removed names the gateways on it", async () => {
    const { answers, save } = await open();
    answers["updateSite"] = () => {
      const items = ["G-1", "G-2"].map((name) => ({ id: name, name }));
      throw new ApiError(409, "in_use", "", [{ path: "buildings", code: "in_use", message: "Floor is in use", items }]);
    };
    press("Add floor to Main");
    press("Remove Ground");
    choose("Choose a file for Floor 1", png());
    await screen.findByRole("img", { name: "Plan of Floor 1" });
    save();
    expect(await screen.findByText("Still in use by: G-1, G-2")).toBeTruthy();
  });

  it("a floor is copied with plan, place and drawing under a new name and level", async () => {
    const { requestsTo, save } = await open();
    press("Copy Ground");
    expect(await screen.findByRole("checkbox", { name: "Copy the outline, walls and rooms too" })).toBeTruthy();
    press("Copy floor");
    await screen.findByRole("region", { name: "Floor 1" });
    save();
    await waitFor(() => expect(requestsTo("updateSite")).toHaveLength(1));
    const [copy, stored] = (requestsTo("updateSite")[0]!.body as Sent).buildings[0]!.floors;
    expect(copy).toMatchObject({ name: "Floor 1", level: 1, image: imageId, outline: ground.outline, walls: [] });
    expect(copy).not.toHaveProperty("id");
    expect(stored).not.toHaveProperty("outline");
  });

  it("a floor's copy needs a name and a level that no other floor of the building has", async () => {
    await open();
    press("Copy Ground");
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.change(dialog.getByRole("textbox", { name: "Floor name" }), { target: { value: "GROUND" } });
    fireEvent.change(dialog.getByRole("textbox", { name: "Level" }), { target: { value: "0" } });
    press("Copy floor");
    expect(await dialog.findByText("Floor name must be unique")).toBeTruthy();
    expect(dialog.getByText("Level must be unique")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "GROUND" })).toBeNull();
  });

  it("a floor is copied with its geofences and gateways if chosen", async () => {
    const { requestsTo, save } = await open();
    press("Copy Ground");
    for (const name of ["Copy the geofences of this floor", "Copy the gateways of this floor"])
      fireEvent.click(await screen.findByRole("checkbox", { name }));
    expect(screen.getByText(/placeholder MAC/)).toBeTruthy();
    press("Copy floor");
    await screen.findByRole("region", { name: "Floor 1" });
    save();
    await waitFor(() => expect(requestsTo("updateSite")).toHaveLength(1));
    const [copy, stored] = (requestsTo("updateSite")[0]!.body as Sent).buildings[0]!.floors;
    expect(copy).toMatchObject({ copyOf: { floorId: ground.id, gateways: true, geofences: true } });
    expect(stored).not.toHaveProperty("copyOf");
  });

  it("a site's buildings and floors show that somebody else has changed them, and keep both versions", async () => {
    const { answers, requestsTo, save } = await open();
    fill("Floor name", "Hall");
    press("Add building");
    press("Add floor to Building 2");
    choose("Choose a file for Ground floor", png());
    await screen.findByRole("img", { name: "Plan of Ground floor" });
    answers["updateSite"] = () => {
      throw new ApiError(409, "conflict", "");
    };
    answers["getSite"] = () => ({ ...warehouse, version: 9, floorPlans: [{ ...ground, name: "Yard" }] });
    save();
    const theirs = await screen.findByRole("radio", { name: /Theirs/ });
    expect(theirs.closest("[role=radiogroup]")?.textContent).toContain("Main: Yard (0)");
    expect(requestsTo("updateSite")).toHaveLength(1);
    expect(input("Floor name").value).toBe("Hall");
  });
});

it("a DXF drawing becomes a plan in its true size, and the lines on its layers of walls become walls", async () => {
  const { requestsTo, save } = await open({ floorPlans: [] });
  const line = (layer: string, x: number, y: number): string =>
    `0\nLINE\n8\n${layer}\n10\n0\n20\n0\n11\n${x}\n21\n${y}\n`;
  const header = "0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n6\n0\nENDSEC\n";
  const entities = `0\nSECTION\n2\nENTITIES\n${line("A-WALL", 96, 0)}${line("Doors", 0, 48)}0\nENDSEC\n0\nEOF\n`;
  choose("Choose a file", new File([header + entities], "Hall.dxf"));
  await screen.findByRole("img", { name: "Plan of Ground floor" });
  save();
  await waitFor(() => expect(requestsTo("updateSite")).toHaveLength(1));
  const [floor] = (requestsTo("updateSite")[0]!.body as Sent).buildings[0]!.floors;
  const { northWest, southEast, walls } = floor as unknown as { northWest: LatLon; southEast: LatLon; walls: object[] };
  expect(placePlan({ northWest, southEast, rotationDeg: 0 }).widthM).toBeCloseTo(99.84, 1);
  expect(walls).toHaveLength(1);
});

it("several plans chosen at once become a floor each, with the name of their file and the level that it says", async () => {
  const { requestsTo, save } = await open({ floorPlans: [] });
  const files = ["Level 10.png", "Level 2.png", "Level 1.png", "broken.png"].map(
    (name) => new File([name === "broken.png" ? "no image" : png()], name),
  );
  fireEvent.change(screen.getByLabelText("Choose a file: file"), { target: { files } });
  expect((await screen.findAllByRole("img", { name: /^Plan of / })).map((image) => image.getAttribute("alt"))).toEqual([
    "Plan of Level 10",
    "Plan of Level 2",
    "Plan of Level 1",
  ]);
  save();
  await waitFor(() => expect(requestsTo("updateSite")).toHaveLength(1));
  const { buildings } = requestsTo("updateSite")[0]!.body as Sent;
  expect(buildings[0]!.floors.map(({ name, level }) => [name, level])).toEqual([
    ["Level 10", 10],
    ["Level 2", 2],
    ["Level 1", 1],
  ]);
});

it("floors whose files say no level come above those that do, and none has the level of another", async () => {
  const { requestsTo, save } = await open({ floorPlans: [] });
  const names = ["Dach.png", "Keller.png", "1. Obergeschoss.png", "Erdgeschoss.png", "Ground.png"];
  const files = names.map((name) => new File([png()], name));
  fireEvent.change(screen.getByLabelText("Choose a file: file"), { target: { files } });
  expect(await screen.findAllByRole("img", { name: /^Plan of / })).toHaveLength(names.length);
  save();
  await waitFor(() => expect(requestsTo("updateSite")).toHaveLength(1));
  const { buildings } = requestsTo("updateSite")[0]!.body as Sent;
  expect(buildings[0]!.floors.map(({ name, level }) => [name, level])).toEqual([
    ["Dach", 3],
    ["Ground", 2],
    ["1 Obergeschoss", 1],
    ["Erdgeschoss", 0],
    ["Keller", -1],
  ]);
});

describe("a file that cannot be a plan is refused before it is sent", () => {
  it.each<[string, File, string]>([
    ["a text named .png", new File(["no image"], "plan.png"), "This file type is not accepted"],
    ["one of 21 MB", bigPng(21), "The file is too large: 20 MB at most"],
    ["30,000 × 30,000 pixels", bomb(), "The image is too large: 30,000 × 30,000 pixels, at most 200 million"],
  ])("a file that cannot be a plan is refused before it is sent: %s", async (_what, file, text) => {
    await open({ floorPlans: [] });
    choose("Choose a file", file);
    expect((await screen.findByRole("alert")).textContent).toContain(text);
  });
});

function bigPng(megabytes: number): File {
  return new File([png(), new Uint8Array(megabytes * 1024 * 1024)], "big.png");
}

function bomb(): File {
  const bytes = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
  return new File([new Uint8Array([...bytes, 0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 2])], "bomb.png");
}
