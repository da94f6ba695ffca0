import { expect, type Page } from "@playwright/test";
import { deleteSite, listFloors, setFloorDrawing } from "@pulse/contract/sites";
import { test } from "../../support/fixtures.ts";
import { faultsInEveryWindow } from "../../support/page.ts";
import { siteWithPlan } from "../../support/planSite.ts";
import { fingers } from "../../support/touch.ts";
import { accounts, signIn } from "../../support/world.ts";

test.use({ signedInAs: accounts.admin, hasTouch: true });

test("suggested walls are picked, a room is drawn with right angles, and both are saved over another user's change", async ({
  page,
  pulse,
  complaints,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  const siteId = await siteWithPlan(pulse.url, api, "Drawing");
  const floors = () => api.call(listFloors, { params: { id: siteId } });
  const [floor] = await floors();
  await page.goto(`/sites/${siteId}/details/floors/${floor!.id}`);
  await page.getByRole("link", { name: "Draw walls and rooms" }).click();
  const canvas = page.locator("canvas.maplibregl-canvas");
  await expect(canvas).toBeVisible();
  await expect(page.getByRole("img", { name: "Scale" })).toHaveText(/ m$/);
  const box = (await canvas.boundingBox())!;
  const click = (x: number, y: number): Promise<void> =>
    page.mouse.click(box.x + box.width * x, box.y + box.height * y);

  await page.getByRole("button", { name: "Suggest walls" }).click();
  await page.getByRole("checkbox", { name: /^Wall 2,/ }).click();
  await page.getByRole("button", { name: "Add 1 shape" }).click();
  await page.getByText(/^Walls/).click();
  await page.getByRole("button", { name: "Wall 1" }).click();
  const vertex = page.getByRole("button", { name: "Point 2" });
  const middleOf = async (): Promise<{ x: number; y: number }> => {
    const { x, y, width, height } = (await vertex.boundingBox())!;
    return { x: x + width / 2, y: y + height / 2 };
  };
  const [before, finger] = [await middleOf(), await fingers(page)];
  await finger.drag(before, { x: before.x - 60, y: before.y });
  expect((await middleOf()).x - before.x).toBeCloseTo(-60, -1);
  await page.keyboard.press("Control+z");
  const scale = page.getByRole("img", { name: "Scale" });
  const widthOf = async () => (await scale.boundingBox())?.width;
  const scaled = await widthOf();
  await finger.spread({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, 40, 60);
  await expect.poll(widthOf).not.toBe(scaled);

  await page.getByText("Room", { exact: true }).click();
  await click(0.4, 0.4);
  await expect(page.getByText("Press Enter or double-click to finish")).toBeVisible();
  await click(0.6, 0.4);
  // A few pixels off the right angle.
  await page.mouse.click(box.x + box.width * 0.6 + 4, box.y + box.height * 0.6);
  await click(0.4, 0.6);
  await page.keyboard.press("Enter");
  await page.getByLabel("Name").fill("Cold store");
  expect(await faultsInEveryWindow(page)).toEqual([]);

  // Somebody else saves first.
  const { version } = floor!;
  const wall = [floor!.northWest, floor!.southEast];
  await api.call(setFloorDrawing, {
    params: { id: siteId, floorId: floor!.id },
    body: { walls: [{ points: wall, lossDb: null }], version },
  });
  await saveButton(page).click();
  await expect(page.getByText("Somebody else has changed this floor").first()).toBeVisible();
  await page.getByRole("button", { name: "Save mine" }).click();
  await expect(page.getByText("Drawing saved")).toBeVisible();

  const [now] = await floors();
  expect(now).toMatchObject({ walls: [{ lossDb: null }], rooms: [{ name: "Cold store", kind: null }] });
  const [, right, below] = now!.rooms[0]!.area;
  expect(Math.abs(right!.lon - below!.lon)).toBeLessThan(1e-7);
  await page.reload();
  await expect(page.getByRole("button", { name: "Cold store" })).toBeVisible();
  await page.getByRole("button", { name: "Suggest walls" }).click();
  await expect(page.getByRole("checkbox")).toHaveCount(1);
  expect(await faultsInEveryWindow(page)).toEqual([]);
  // The browser logs the conflict and nothing else.
  expect(complaints.filter((line) => !line.includes("409"))).toEqual([]);
  await api.call(deleteSite, { params: { id: siteId }, query: { cascade: true } });
});

function saveButton(page: Page) {
  return page.getByRole("button", { name: "Save", exact: true });
}
