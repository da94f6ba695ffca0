import { expect, type Locator, type Page } from "@playwright/test";
import { createAsset, deleteAsset } from "@pulse/contract/assetChanges";
import { listFloors, listSites } from "@pulse/contract/sites";
import { test } from "../../support/fixtures.ts";
import { accessibilityFaults } from "../../support/page.ts";
import { accounts, signIn } from "../../support/world.ts";

test.use({
  signedInAs: accounts.viewer,
  hasToasts: true,
  contextOptions: { reducedMotion: "no-preference" },
});

/** A step of the page's time while it stands still, ms: far shorter than a toast is shown. */
const stepMs = 250;

/**
 * Causes an event and points at its toast, which then stays. A toast disappears after 5 s, and a busy machine may need
 * longer to point at it, so the page's time stands still meanwhile.
 */
async function pointAtToast<T>(page: Page, toast: Locator, cause: () => Promise<T>): Promise<T> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  const made = await cause();
  // By steps as long as the pauses between them: what the page does again after a while, it must do here, too.
  await expect
    .poll(
      async () => {
        await page.clock.runFor(stepMs);
        return toast.isVisible();
      },
      { intervals: [stepMs] },
    )
    .toBe(true);
  await toast.hover();
  await page.clock.resume();
  return made;
}

test("another user's change shows a toast, is listed in the notification centre, and is unread until opened", async ({
  page,
  pulse,
  complaints,
}) => {
  const api = await signIn(pulse.url, accounts.admin);
  // No spec plays gateways here, so none goes offline and adds an event of its own.
  const site = (await api.call(listSites)).find(({ name }) => name === "City Hospital")!;
  const name = `Bell ${Date.now()}`;
  await page.clock.install();
  await page.goto(`/sites/${site.id}/assets`);
  const bell = page.getByRole("button", { name: /^Notifications/ });
  const centre = page.getByRole("complementary", { name: "Notifications" });
  const toasts = page.getByRole("region", { name: "New notifications" });

  await bell.click();
  await expect(page).toHaveURL(/notificationCenter=true/);
  await centre.getByRole("button", { name: "Mark all read" }).click();
  await expect(bell).toHaveAccessibleName("Notifications");
  await page.keyboard.press("Escape");
  await expect(centre).toHaveCount(0);
  await expect(bell).toBeFocused();

  const toast = toasts.getByRole("listitem").filter({ hasText: name });
  const made = await pointAtToast(page, toast, () =>
    api.call(createAsset, { query: { siteId: site.id }, body: { name, type: "Cart" } }),
  );
  await expect(toast).toContainText(`Asset ${name} was created`);
  await expect(bell).toHaveAccessibleName("Notifications, 1 unread");
  const on = (await toasts.boundingBox())!;
  expect(on.width).toBe(400);
  const pages = (await page.getByText(/^1–\d+ of \d+$/).boundingBox())!;
  expect(on.y + on.height).toBeLessThanOrEqual(pages.y);

  await bell.click();
  await expect(toast).toHaveCount(0);
  const row = centre.getByRole("link", { name: new RegExp(name) });
  await expect(row).toContainText(accounts.admin);
  expect(await accessibilityFaults(page)).toEqual([]);
  await centre.getByRole("button", { name: "Geofences" }).click();
  await expect(row).toHaveCount(0);
  await centre.getByRole("button", { name: /^All$/ }).click();
  await row.click();
  await expect(page).toHaveURL(new RegExp(`/assets/${made.id}$`));
  await expect(bell).toHaveAccessibleName("Notifications");

  // It is still read after a fresh load, as on another device.
  await page.goto(`/sites/${site.id}/assets`);
  await expect(bell).toHaveAccessibleName("Notifications");
  await api.call(deleteAsset, { params: { id: made.id } });
  expect(complaints).toEqual([]);
});

test("on a phone a toast covers the bar at the top and nothing below it", async ({ page, pulse }) => {
  const api = await signIn(pulse.url, accounts.admin);
  const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse")!;
  const toast = page.getByRole("region", { name: "New notifications" }).getByRole("listitem");
  const pages = [
    { path: "assets", width: 390, below: page.getByRole("heading", { name: "Assets" }) },
    { path: "map", width: 360, below: page.getByRole("button", { name: /^All \d+$/ }) },
  ];
  await page.clock.install();
  for (const { path, width, below } of pages) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(`/sites/${site.id}/${path}`);
    await expect(below).toBeVisible();
    const name = `Trolley of the night shift ${path} ${width}`;
    const made = await pointAtToast(page, toast.filter({ hasText: name }), () =>
      api.call(createAsset, { query: { siteId: site.id }, body: { name, type: "Cart" } }),
    );
    const [on, under] = [await toast.boundingBox(), await below.boundingBox()];
    expect((on?.y ?? 0) + (on?.height ?? 0), `${path} at ${width}`).toBeLessThanOrEqual(under?.y ?? 0);
    await toast.getByRole("button", { name: "Mark as read" }).click();
    await api.call(deleteAsset, { params: { id: made.id } });
  }
});

test.describe("on the page where a floor is drawn", () => {
  test.use({ signedInAs: accounts.admin, drawsMap: true });

  test("a toast does not cover the map's buttons and stays inside the window", async ({ page, pulse }) => {
    const [api, other] = [await signIn(pulse.url, accounts.admin), await signIn(pulse.url, accounts.superadmin)];
    const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse")!;
    const [floor] = await api.call(listFloors, { params: { id: site.id } });
    const toast = page.getByRole("region", { name: "New notifications" });
    await page.clock.install();
    for (const [width, height] of [
      [1440, 900],
      [1024, 700],
      [844, 390],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(`/sites/${site.id}/details/floors/${floor!.id}/drawing`);
      await expect(page.getByRole("button", { name: "Zoom in" })).toBeVisible();
      const name = `Trolley of the draughtsman ${width}`;
      const made = await pointAtToast(page, toast.getByRole("listitem").filter({ hasText: name }), () =>
        other.call(createAsset, { query: { siteId: site.id }, body: { name, type: "Cart" } }),
      );
      const on = (await toast.boundingBox())!;
      expect(on.y + on.height, `in the window at ${width}`).toBeLessThanOrEqual(height);
      for (const button of ["Zoom in", "Zoom out", "Fit floor"]) {
        const under = (await page.getByRole("button", { name: button }).boundingBox())!;
        const isBeside = under.x >= on.x + on.width || under.x + under.width <= on.x;
        const isClear = isBeside || under.y >= on.y + on.height || under.y + under.height <= on.y;
        expect(isClear, `${button} at ${width}`).toBe(true);
      }
      await toast.getByRole("button", { name: "Mark as read" }).first().click();
      await other.call(deleteAsset, { params: { id: made.id } });
    }
  });
});
