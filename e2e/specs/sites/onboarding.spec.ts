import { expect, type Locator, type Page } from "@playwright/test";
import { getFile, listFloors, listSites } from "@pulse/contract/sites";
import { test } from "../../support/fixtures.ts";
import { accounts, signIn } from "../../support/world.ts";
import { endlessPdf, pdf, png } from "./planFiles.ts";

test.use({ signedInAs: accounts.admin, drawsMap: true });

const name = "Eastgate Depot";

test("a site with two buildings and their plans is set up, and a form error does not lose a chosen file", async ({
  page,
  pulse,
  complaints,
}) => {
  await page.goto("/profile");
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Sites" }).click();
  await page.getByRole("link", { name: "Add site" }).click();

  // The details come first.
  await expect(page.getByText("Please finish onboarding the site first")).toBeVisible();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Coordinates").fill("51.9, 4.4");
  await page.getByLabel("Coordinates").press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "I've copied it" }).click();
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

  // Five actions from a dropped file to a placed plan. The file is dropped on the empty site's map.
  await page.getByRole("link", { name: "Open map" }).click();
  await expect(page.getByRole("heading", { name: `Set up ${name}` })).toBeVisible();
  const floor = page.getByRole("region", { name: "Ground floor" });
  await drop(page, "ground.png", png(400, 250)); // 1
  await expect(floor.getByRole("img", { name: "Plan of Ground floor" })).toBeVisible();
  await floor.getByRole("button", { name: "Place on the map: Ground floor" }).click(); // 2
  const placing = page.getByRole("dialog", { name: "Place Ground floor" });
  await dragBy(page, placing.getByRole("button", { name: "Turn the plan" }), { x: 120, y: 60 }); // 3
  await placing.getByRole("button", { name: "Use this placement" }).click(); // 4
  await expect(floor.getByLabel("Rotation")).not.toHaveValue("0");
  await save(page); // 5
  await expect(page.getByText(`Site ${name} saved`)).toBeVisible();

  // A second building, whose file is still there after the error in another field is corrected.
  await page.getByRole("button", { name: "Add building" }).click();
  const second = page.getByRole("region", { name: "Building 2" });
  const choose = async (file: string, buffer: Buffer): Promise<void> => {
    const choosing = page.waitForEvent("filechooser");
    await second.getByRole("button", { name: "Choose a file for Building 2" }).click();
    await (await choosing).setFiles({ name: file, mimeType: "application/pdf", buffer });
  };
  await page.clock.install();
  await choose("endless.pdf", endlessPdf());
  const refusal = second.getByText("The page takes too long to draw.");
  // Again and again, since the limit counts from when the page begins to be drawn.
  await expect
    .poll(async () => {
      await page.clock.fastForward("02:00");
      return refusal.isVisible();
    })
    .toBe(true);
  await choose("hall.pdf", pdf([200, 150]));
  const pages = page.getByRole("dialog", { name: "Which page of hall.pdf?" });
  // For a building several pages can be taken, each as a floor; the first one is chosen already.
  await pages.getByRole("checkbox", { name: "Page 1" }).click();
  await pages.getByRole("checkbox", { name: "Page 2" }).click();
  await pages.getByRole("button", { name: "Use page 2" }).click();
  await expect(second.getByRole("img", { name: "Plan of Ground floor" })).toBeVisible();
  await second.getByLabel("North-west corner").fill("51.9, 4.4");
  await second.getByLabel("South-east corner").fill("51.8998, 4.4006");
  await second.getByLabel("Rotation").fill("10");
  await second.getByLabel("Building name").fill("Main building");
  await save(page);
  await expect(page.getByText("Building name must be unique")).toBeVisible();
  await page.getByLabel("Building name").last().fill("Hall");
  await expect(page.getByRole("region", { name: "Hall" }).getByText("hall-2.png")).toBeVisible();
  await save(page);
  await expect(page.getByRole("link", { name: "Open Ground floor" })).toHaveCount(2);

  const api = await signIn(pulse.url, accounts.admin);
  const site = (await api.call(listSites)).find((one) => one.name === name)!;
  const plans = await api.call(listFloors, { params: { id: site.id } });
  expect(plans.map(({ buildingName, imageWidth, imageHeight }) => [buildingName, imageWidth, imageHeight])).toEqual([
    ["Hall", 4096, 2048],
    ["Main building", 400, 250],
  ]);
  expect(plans[0]).toMatchObject({ rotationDeg: 10, northWest: { lat: 51.9, lon: 4.4 } });
  expect(Math.abs(plans[1]!.rotationDeg)).toBeGreaterThan(5);
  const stranger = await signIn(pulse.url, accounts.otherCustomer);
  expect((await stranger.fetch(getFile, { params: { id: plans[0]!.image! } })).status).toBe(404);

  await page.getByRole("region", { name: "Hall" }).getByRole("link", { name: "Open Ground floor" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Ground floor" })).toBeVisible();
  await expect(page.getByRole("img", { name: "Plan of Ground floor" })).toBeVisible();
  await expect(page.getByText("51.90000, 4.40000")).toBeVisible();
  expect(complaints).toEqual([]);

  // Delete the site with everything in it.
  await page.getByRole("link", { name }).click();
  await page.getByRole("button", { name: "Delete site" }).click();
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await expect(page.getByText(`Site ${name} deleted`)).toBeVisible();
  await expect(page.getByRole("link", { name: "Harbour Warehouse" })).toBeVisible();
});

/** Drags something with the mouse once it has stopped moving. */
async function dragBy(page: Page, grip: Locator, by: { x: number; y: number }): Promise<void> {
  await grip.hover();
  const box = (await grip.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.down();
  await page.mouse.move(x + by.x, y + by.y, { steps: 4 });
  await page.mouse.up();
}

/** Saves the buildings. */
function save(page: Page): Promise<void> {
  return page.getByRole("button", { name: "Save", exact: true }).first().click();
}

/** Drops a file on the area for plans, as if dragged from a folder. */
async function drop(page: Page, file: string, bytes: Buffer): Promise<void> {
  const given = await page.evaluateHandle(
    ({ base64, title }) => {
      const { DataTransfer, File, Uint8Array: Bytes, atob } = globalThis as unknown as InPage;
      const transfer = new DataTransfer();
      const content = Bytes.from(atob(base64), (char) => char.codePointAt(0)!);
      transfer.items.add(new File([content], title, { type: "image/png" }));
      return transfer;
    },
    { base64: bytes.toString("base64"), title: file },
  );
  await page.getByText("Drop a floor plan here").dispatchEvent("drop", { dataTransfer: given });
}

// The root's type check has no DOM types, on purpose; these are the few that run in the page.
interface InPage {
  DataTransfer: new () => { items: { add(file: unknown): void } };
  File: new (parts: unknown[], name: string, options: { type: string }) => unknown;
  Uint8Array: typeof Uint8Array;
  atob(text: string): string;
}
