import { expect, type Page } from "@playwright/test";
import { test } from "../support/fixtures.ts";
import { openMap } from "../support/framePages.ts";
import { accessibilityFaults } from "../support/page.ts";
import { accounts } from "../support/world.ts";

const windows = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

/** How many pixels the page is wider than its window. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");

for (const [name, viewport] of Object.entries(windows))
  for (const colorScheme of ["light", "dark"] as const)
    test(`the documentation is readable on a ${name} in the ${colorScheme} scheme, without signing in`, async ({
      page,
      pulse,
      complaints,
    }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      for (const path of ["", "guide/find", "operate"]) {
        await page.goto(`${pulse.url}/docs/${path}`);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        expect(await overflow(page)).toBe(0);
        expect(await accessibilityFaults(page)).toEqual([]);
      }
      expect(complaints).toEqual([]);
    });

test("the search box of the documentation answers a question, and its scripts keep to the policy", async ({
  page,
  pulse,
  complaints,
}) => {
  await page.goto(`${pulse.url}/docs/guide/start`);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("searchbox").fill("how do I invite a colleague");
  await page.locator("#localsearch-list a").first().click();
  await expect(page.getByRole("heading", { level: 1, name: "People and rights" })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("the documentation asks no other host, and its search needs the network no more once it is open", async ({
  page,
  context,
  pulse,
}) => {
  const hosts = new Set<string>();
  context.on("request", (request) => hosts.add(new URL(request.url()).host));
  await page.goto(`${pulse.url}/docs/de/guide/start`);
  await page.getByRole("button", { name: "Suchen" }).click();
  await page.getByRole("searchbox").fill("wie");
  await expect(page.locator("#localsearch-list a").first()).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("searchbox").fill("wie genau ist die Position");
  await expect(page.locator("#localsearch-list a").first()).toHaveAttribute("href", /\/docs\/de\/guide\/accuracy/);
  await context.setOffline(false);
  expect([...hosts]).toEqual([new URL(pulse.url).host]);
});

test("how exact positions are is told to a buyer on one screen", async ({ page, pulse }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const path of ["guide/accuracy", "de/guide/accuracy"]) {
    await page.goto(`${pulse.url}/docs/${path}`);
    const table = await page.getByRole("table").first().boundingBox();
    expect(table!.y + table!.height, path).toBeLessThan(900);
  }
});

test.describe("help", () => {
  test.use({ signedInAs: accounts.admin });

  test("Help in the account menu opens the page of the screen", async ({ page, complaints }) => {
    await openMap(page);
    await page.getByRole("button", { name: /^Account menu:/ }).click();
    const opened = page.waitForEvent("popup");
    await page.getByRole("menuitem", { name: "Help" }).click();
    const help = await opened;
    await expect(help.getByRole("heading", { level: 1, name: "Find things on the map" })).toBeVisible();
    expect(complaints).toEqual([]);
  });
});
