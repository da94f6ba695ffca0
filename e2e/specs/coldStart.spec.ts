import { expect, type Page } from "@playwright/test";
import { test } from "../support/fixtures.ts";
import { signInOnPage, untilLive } from "../support/signInPage.ts";
import { accounts } from "../support/world.ts";

test.use({ drawsMap: true, simulate: "before" });

/**
 * What a phone on a slow line waits for, from an empty cache: all that the sign-in and the map load together, and the
 * requests from the last step of the sign-in to the drawn map.
 */
const mostBytes = 900_000;
const mostRequests = 30;

interface Load {
  url: string;
  /** With headers, as it came over the network. */
  bytes: number;
}

/** What the page loads over the network from now on. */
async function loadsOf(page: Page): Promise<readonly Load[]> {
  const session = await page.context().newCDPSession(page);
  const urls = new Map<string, string>();
  const loads: Load[] = [];
  session.on("Network.responseReceived", ({ requestId, response }) => void urls.set(requestId, response.url));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId) ?? "";
    if (/^https?:/.test(url)) loads.push({ url, bytes: encodedDataLength });
  });
  await session.send("Network.enable");
  return loads;
}

for (const [name, window] of [
  ["a desk", { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 }],
  ["a phone", { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true }],
] as const)
  test.describe(name, () => {
    test.use(window);
    test(`signing in and opening the map on ${name} takes few requests and bytes, and a plan of 1,024 px`, async ({
      page,
      pulse,
    }) => {
      const loads = await loadsOf(page);
      await signInOnPage(page, pulse.url, accounts.admin);
      await untilLive(page);
      await expect(page.locator("[data-asset-guid]").nth(50)).toBeAttached();
      await expect.poll(() => loads.some(({ url }) => /[/]files[/]/.test(url))).toBe(true);
      // A list of the API that changes meanwhile is read again, sooner or later by chance: each counts once.
      const all = loads.filter(
        ({ url }, at) => !url.includes("/api/v3/") || loads.findIndex((load) => load.url === url) === at,
      );
      const plans = all.filter(({ url }) => /[/]files[/]/.test(url));
      expect(plans.map(({ url }) => new URL(url).search)).toEqual(["?width=1024"]);
      const bytes = all.reduce((sum, load) => sum + load.bytes, 0);
      const signedIn = all.findIndex(({ url }) => /[/]signedIn-/.test(url));
      const toMap = all.length - signedIn;
      console.log(`${name}: ${all.length} requests with the sign-in, ${toMap} from it to the map, ${bytes} bytes`);
      expect(signedIn).toBeGreaterThan(0);
      expect(toMap).toBeLessThanOrEqual(mostRequests);
      expect(bytes).toBeLessThanOrEqual(mostBytes);
    });
  });
