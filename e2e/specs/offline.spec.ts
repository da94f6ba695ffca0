import { expect, type Page } from "@playwright/test";
import { test } from "../support/fixtures.ts";
import { openMap } from "../support/framePages.ts";
import { placesOnMap } from "../support/page.ts";
import { signInTo, untilLive } from "../support/signInPage.ts";
import { accounts } from "../support/world.ts";

// Only this spec lets the service worker run; elsewhere tests must see every request. Only a drawn map loads plans.
test.use({ serviceWorkers: "allow", simulate: "before", drawsMap: true });

// The root's type check has no DOM types, on purpose; these are the few that run in the page.
interface InPage {
  caches: { keys(): Promise<string[]>; open(name: string): Promise<{ keys(): Promise<{ url: string }[]> }> };
}

/** The addresses of the personal answers that the browser keeps. */
function keptOfPeople(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { caches } = globalThis as unknown as InPage;
    const names = (await caches.keys()).filter((name) => name.startsWith("kept-"));
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map(({ url }) => url);
  });
}

/** Waits until the browser keeps everything that the map needs. */
async function untilKept(page: Page): Promise<void> {
  const needed = ["/users/me", "/accessible-operations", "/accessible-sites", "/floors", "/assets/live", "/files/"];
  const missing = async (): Promise<string[]> => {
    const kept = await keptOfPeople(page);
    return needed.filter((path) => !kept.some((url) => url.includes(path)));
  };
  await expect.poll(missing).toEqual([]);
}

test("after one visit the map opens without a network, with the last known positions marked as old", async ({
  page,
  pulse,
  context,
}) => {
  await signInTo(page, pulse.url, accounts.viewer, "/profile");
  await openMap(page);
  await untilLive(page);
  await expect.poll(async () => (await placesOnMap(page)).size).toBeGreaterThan(20);
  await untilKept(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("region", { name: /^Map of Harbour Warehouse/ })).toBeVisible();
  await expect.poll(async () => (await placesOnMap(page)).size).toBeGreaterThan(0);
  await expect(page.getByText(/^Last known, from /).first()).toBeVisible();
  await expect(page.getByRole("main")).toHaveAttribute("data-old", "true");
  await context.setOffline(false);
  await untilLive(page);
  await expect(page.getByRole("main")).not.toHaveAttribute("data-old");
});

test("signing out clears the person's cached answers, and without a network the app asks for a sign-in", async ({
  page,
  pulse,
  context,
}) => {
  await signInTo(page, pulse.url, accounts.operator, "/profile");
  await openMap(page);
  await untilKept(page);
  await page.getByRole("button", { name: /^Account menu:/ }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect.poll(() => keptOfPeople(page)).toEqual([]);
  await context.setOffline(true);
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  expect(await keptOfPeople(page)).toEqual([]);
});

test.describe("without a drawn map", () => {
  test.use({ drawsMap: false });

  test("leaving the map without a network and coming back keeps the last known positions", async ({
    page,
    pulse,
    context,
  }) => {
    await signInTo(page, pulse.url, accounts.viewer, "/profile");
    await openMap(page);
    await untilLive(page);
    await expect.poll(async () => (await placesOnMap(page)).size).toBeGreaterThan(20);
    await context.setOffline(true);
    await page.getByRole("button", { name: /^Account menu:/ }).click();
    await page.getByRole("menuitem", { name: "Profile" }).click();
    await expect(page).toHaveURL("/profile");
    await page.goBack();
    await expect.poll(async () => (await placesOnMap(page)).size).toBeGreaterThan(20);
  });
});
