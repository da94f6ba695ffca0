import { expect, type Page } from "@playwright/test";
import { test } from "../support/fixtures.ts";
import { openMap } from "../support/framePages.ts";
import { accounts } from "../support/world.ts";

const most = 19;
const kinds = new Set(["script", "stylesheet", "font"]);

/** Collects the app's files that the page requests from now on. */
function filesOf(page: Page): string[] {
  const files: string[] = [];
  page.on("request", (request) => {
    if (kinds.has(request.resourceType())) files.push(request.url());
  });
  return files;
}

test("the sign-in loads few files and none of the map's, even when the map was asked for", async ({ page }) => {
  const files = filesOf(page);
  await page.goto("/sites/0198c1b2-0000-7000-8000-000000000000/map");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(files.length).toBeLessThanOrEqual(most);
  expect(files.filter((file) => /[/](MapPage|mapChunk|signedIn|frame|contract)-/.test(file))).toEqual([]);
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });
  test("a browser in German loads only the German texts", async ({ page }) => {
    const files = filesOf(page);
    await page.goto("/signin");
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await page.waitForLoadState("networkidle");
    expect(files.filter((file) => /[/](en|de)-[^/]+[.]js$/.test(file))).toEqual([expect.stringMatching(/[/]de-/)]);
  });
});

test.describe("signed in", () => {
  // The map's worker and fonts are among its files.
  test.use({ signedInAs: accounts.admin, drawsMap: true });

  test("the map's engine is requested before the server has said who the user is", async ({ page }) => {
    await openMap(page);
    const address = page.url();
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/api/v3/users/me", async (route) => {
      await asked;
      await route.continue();
    });
    const engine = page.waitForRequest(/[/]mapChunk-[^/]+[.]js$/);
    await page.goto("about:blank");
    const opened = page.goto(address);
    await engine;
    answer();
    await opened;
    await expect(page.getByRole("region", { name: /^Map of Harbour Warehouse/ })).toBeVisible();
  });

  test("the map loads few files", async ({ page }) => {
    const files = filesOf(page);
    await openMap(page);
    expect(new Set(files).size).toBeLessThanOrEqual(most + 1);
  });
});
