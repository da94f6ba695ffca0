import { expect, type Page } from "@playwright/test";
import { listHardwares } from "@pulse/contract/gateways";
import { deleteSite, listFloors } from "@pulse/contract/sites";
import { test } from "../../support/fixtures.ts";
import { northWest, siteWithPlan, southEast } from "../../support/planSite.ts";
import { fingers } from "../../support/touch.ts";
import { accounts, signIn } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin, hasTouch: true });

interface Place {
  lat: number;
  lon: number;
}
interface Px {
  x: number;
  y: number;
}

const metresPerLat = 111_269;
const metresPerLon = 68_800;

test("one finger moves a plan, two zoom the map, two points turn the plan, and a gateway on it gets its true place", async ({
  page,
  pulse,
  complaints,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const siteId = await siteWithPlan(pulse.url, api, "Placing");
  await page.goto(`/sites/${siteId}/details`);
  await page.getByRole("button", { name: "Place on the map: Ground floor" }).click();
  const dialog = page.getByRole("dialog", { name: "Place Ground floor" });
  const finger = await fingers(page);
  const [start, end] = [
    await middleOf(page, "Change size at the top left"),
    await middleOf(page, "Change size at the bottom right"),
  ];
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  await finger.drag(middle, { x: middle.x + 40, y: middle.y + 30 });
  expect((await middleOf(page, "Change size at the top left")).x - start.x).toBeCloseTo(40, -1);
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(dialog.getByRole("button", { name: "Undo" })).toBeDisabled();
  await finger.spread(middle, 40, 90);
  const corner = page.getByRole("button", { name: "Change size at the top left" });
  await expect.poll(async () => (await corner.boundingBox())!.x).toBeLessThan(start.x - 30);
  await expect(dialog.getByRole("button", { name: "Undo" })).toBeDisabled();
  await dialog.getByRole("button", { name: "Fit floor" }).click();

  const [a, b] = [
    await middleOf(page, "Change size at the top left"),
    await middleOf(page, "Change size at the bottom right"),
  ];
  const screen = (x: number, y: number): Px => ({ x: a.x + (b.x - a.x) * x, y: a.y + (b.y - a.y) * y });
  const world = ({ x, y }: Px): Place => ({
    lat: northWest.lat + ((y - a.y) / (b.y - a.y)) * (southEast.lat - northWest.lat),
    lon: northWest.lon + ((x - a.x) / (b.x - a.x)) * (southEast.lon - northWest.lon),
  });

  // Two points in the plan's middle row, and their targets: closer together, turned, farther down.
  await dialog.getByText("Points", { exact: true }).click();
  const [toA, toB] = [screen(0.35, 0.4), screen(0.6, 0.7)];
  const click = ({ x, y }: Px): Promise<void> => page.mouse.click(x, y);
  await click(screen(0.25, 0.5));
  await expect(dialog.getByText("Waiting for its place")).toBeVisible();
  await click(toA);
  await expect(dialog.getByLabel("Where A is")).not.toHaveValue("");
  // The first point has moved the plan, so B has moved by the same distance.
  const b0 = screen(0.75, 0.5);
  await click({ x: b0.x + toA.x - screen(0.25, 0.5).x, y: b0.y + toA.y - screen(0.25, 0.5).y });
  await expect(dialog.getByText("Waiting for its place")).toBeVisible();
  await click(toB);
  await expect(dialog.getByLabel("Where B is")).not.toHaveValue("");
  await page.keyboard.press("Control+z");
  await expect(dialog.getByLabel("Where B is")).toHaveValue("");
  await page.keyboard.press("Control+y");
  await expect(dialog.getByLabel("Where B is")).not.toHaveValue("");
  await dialog.getByRole("button", { name: "Use this placement" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).first().click();
  await expect(page.getByText("Site Placing saved")).toBeVisible();

  const [floor] = await api.call(listFloors, { params: { id: siteId } });
  expect(Math.abs(floor!.rotationDeg)).toBeGreaterThan(10);
  expect(apartM(onPlan(floor!.corners, 0.25, 0.5), world(toA))).toBeLessThan(0.2);
  // The plan's middle is halfway between its two points, so it is now halfway between their targets.
  await page.goto(`/sites/${siteId}/devices/gateways/new`);
  await page.getByRole("textbox", { name: "Name" }).fill("G-placed");
  await page.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "KKM gateway" }).click();
  await page.getByRole("textbox", { name: "MAC address" }).fill("AA:BB:CC:00:41:01");
  await page.getByRole("combobox", { name: "Floor" }).click();
  await page.getByRole("option", { name: /Ground floor/ }).click();
  await expect(async () => {
    await page.locator("canvas.maplibregl-canvas").click();
    await expect(page.getByRole("textbox", { name: "Latitude" })).not.toHaveValue("", { timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await page.getByRole("button", { name: "Add gateway" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  const [gateway] = await api.call(listHardwares, { query: { siteId } });
  expect(apartM(gateway!, world({ x: (toA.x + toB.x) / 2, y: (toA.y + toB.y) / 2 }))).toBeLessThan(0.2);
  expect(complaints).toEqual([]);
  await api.call(deleteSite, { params: { id: siteId }, query: { cascade: true } });
});

/** The place of a point on a plan, given as shares of its width and height. */
function onPlan([nw, ne, , sw]: readonly Place[], x: number, y: number): Place {
  return {
    lat: nw!.lat + (ne!.lat - nw!.lat) * x + (sw!.lat - nw!.lat) * y,
    lon: nw!.lon + (ne!.lon - nw!.lon) * x + (sw!.lon - nw!.lon) * y,
  };
}

function apartM(one: Place, other: Place): number {
  return Math.hypot((one.lat - other.lat) * metresPerLat, (one.lon - other.lon) * metresPerLon);
}

async function middleOf(page: Page, handle: string): Promise<Px> {
  const grip = page.getByRole("button", { name: handle });
  // Hovering waits until it has stopped moving.
  await grip.hover();
  const box = (await grip.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
