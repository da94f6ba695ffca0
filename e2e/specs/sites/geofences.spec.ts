import { expect } from "@playwright/test";
import { listGeofences } from "@pulse/contract/geofences";
import { deleteSite, listFloors, setFloorDrawing } from "@pulse/contract/sites";
import { test } from "../../support/fixtures.ts";
import { faultsInEveryWindow } from "../../support/page.ts";
import { northWest, siteWithPlan, southEast } from "../../support/planSite.ts";
import { accounts, signIn } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin });

const ring = "4.4002,51.8998 4.4004,51.8998 4.4004,51.8999 4.4002,51.8999 4.4002,51.8998";
const kml = `<kml><Document>
<Placemark><name>Yard</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
<Placemark><name>Gate</name><Point><coordinates>4.4,51.9</coordinates></Point></Placemark></Document></kml>`;

test("geofences are made from a room, by hand, as a circle and from a KML file, and are found and deleted", async ({
  page,
  pulse,
  complaints,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const siteId = await siteWithPlan(pulse.url, api, "Fenced");
  const [floor] = await api.call(listFloors, { params: { id: siteId } });
  const { lat } = northWest;
  const area = [
    { lat: lat - 0.0001, lon: 4.4001 },
    { lat: lat - 0.0001, lon: 4.4003 },
    { lat: lat - 0.0002, lon: 4.4003 },
    { lat: lat - 0.0002, lon: 4.4001 },
  ];
  const drawing = { rooms: [{ name: "Cold store", kind: null, area }], version: floor!.version };
  await api.call(setFloorDrawing, { params: { id: siteId, floorId: floor!.id }, body: drawing });
  const fences = () => api.call(listGeofences, { query: { siteId } });

  // A room in one click, with its name and its floor.
  await page.goto(`/sites/${siteId}/geofences`);
  await page.getByRole("link", { name: "Add geofence" }).first().click();
  await expect(page.getByText("Please finish onboarding the geofence first")).toBeVisible();
  const canvas = page.locator("canvas.maplibregl-canvas");
  await expect(page.getByRole("img", { name: "Scale" })).toHaveText(/ m$/);
  await page.getByPlaceholder("Use a room").click();
  await page.getByRole("option", { name: "Cold store" }).click();
  await page.getByRole("button", { name: "Create geofence" }).click();
  await expect(page.getByRole("heading", { name: "Cold store", level: 1 })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Geofence created" })).toContainText("Cold store");
  await expect(page.getByText("Nothing is inside right now.")).toBeVisible();
  await expect(page.getByText("Nothing was inside in this period.")).toBeVisible();
  const [made] = await fences();
  expect(made).toMatchObject({ name: "Cold store", type: "polygon", floorIds: [floor!.id] });
  expect(made!.vertices.map(([itsLat]) => Number(itsLat.toFixed(6)))).toEqual(
    area.map((at) => Number(at.lat.toFixed(6))),
  );
  expect(await faultsInEveryWindow(page)).toEqual([]);

  await page.setViewportSize({ width: 1440, height: 900 });
  // By hand: a part, an error that is shown at once and undone, and a hole.
  await page.goto(`/sites/${siteId}/geofences/new`);
  await expect(page.getByRole("img", { name: "Scale" })).toHaveText(/ m$/);
  await page.getByText("Polygon", { exact: true }).click();
  await page.getByLabel("Name").fill("Hall without its middle");
  await canvas.scrollIntoViewIfNeeded();
  const box = (await canvas.boundingBox())!;
  const click = (x: number, y: number): Promise<void> =>
    page.mouse.click(box.x + box.width * x, box.y + box.height * y);
  const draw = async (...corners: [number, number][]): Promise<void> => {
    for (const [x, y] of corners) await click(x, y);
    await page.keyboard.press("Enter");
  };
  await draw([0.55, 0.2], [0.75, 0.2], [0.75, 0.6], [0.55, 0.6]);
  await draw([0.3, 0.7], [0.5, 0.8], [0.5, 0.7], [0.3, 0.8]);
  await expect(page.getByText("The sides must not cross or touch each other")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("The sides must not cross or touch each other")).toBeHidden();
  await page.keyboard.press("Escape");
  await page.getByText("Hole", { exact: true }).click();
  await draw([0.6, 0.3], [0.7, 0.3], [0.7, 0.5], [0.6, 0.5]);
  await page.getByRole("button", { name: "Create geofence" }).click();
  await expect(page.getByRole("heading", { name: "Hall without its middle", level: 1 })).toBeVisible();
  const drawn = (await fences()).find(({ name }) => name === "Hall without its middle");
  expect(drawn!.shape?.coordinates).toHaveLength(2);

  // A circle by numbers, with error messages until it is complete.
  await page.goto(`/sites/${siteId}/geofences/new`);
  await page.getByLabel("Name").fill("Round");
  await page.getByText("Circle", { exact: true }).click();
  await page.getByLabel("Latitude").fill(String(southEast.lat));
  await page.getByLabel("Longitude").fill(String(southEast.lon));
  await page.getByLabel("Lower bound").fill("4");
  await page.getByRole("button", { name: "Create geofence" }).click();
  await expect(page.getByText("Shape Required")).toBeVisible();
  await expect(page.getByText("If one bound is filled, the other is required")).toBeVisible();
  await page.getByLabel("Radius").fill("6");
  await page.getByLabel("Lower bound").fill("");
  await page.getByRole("button", { name: "Create geofence" }).click();
  await expect(page.getByRole("heading", { name: "Round", level: 1 })).toBeVisible();

  // A file is previewed before anything is saved.
  await page.goto(`/sites/${siteId}/geofences`);
  await page.getByRole("button", { name: "Import KML" }).click();
  const dialog = page.getByRole("dialog");
  const file = { name: "yard.kml", mimeType: "application/vnd.google-earth.kml+xml", buffer: Buffer.from(kml) };
  await dialog.locator("input[type=file]").setInputFiles(file);
  await expect(dialog.getByText("1 geofence can be imported.")).toBeVisible();
  await expect(dialog.getByText("Points, lines and images don't enclose an area")).toBeVisible();
  expect(await fences()).toHaveLength(3);
  await dialog.getByRole("button", { name: "Import 1 geofence" }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 geofence imported" })).toContainText("Yard");
  await expect(page.getByRole("link", { name: "Yard" })).toBeVisible();

  // Found by the search, and deleted on its page after a question.
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").last().fill("yard");
  await page.getByRole("option", { name: /Yard/ }).click();
  await expect(page.getByRole("heading", { name: "Yard", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete Yard" }).click();
  await expect(page).toHaveURL(`/sites/${siteId}/geofences`);
  await expect(page.getByRole("status").filter({ hasText: "Geofence deleted" })).toContainText("Yard");
  expect((await fences()).map(({ name }) => name).toSorted()).toEqual([
    "Cold store",
    "Hall without its middle",
    "Round",
  ]);
  expect(complaints).toEqual([]);
  await api.call(deleteSite, { params: { id: siteId }, query: { cascade: true } });
});
