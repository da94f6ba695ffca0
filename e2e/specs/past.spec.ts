import { expect, type Locator, type Page } from "@playwright/test";
import { getDwell } from "@pulse/contract/analytics";
import { listSites } from "@pulse/contract/sites";
import { test } from "../support/fixtures.ts";
import { openMap } from "../support/framePages.ts";
import { accounts, signIn } from "../support/world.ts";

test.use({ simulate: "warehouse", signedInAs: accounts.admin });

const moment = (page: Page) => page.getByRole("slider", { name: "Moment shown" });

/** The texts of the buttons whose words do not fit. */
const cutWords = (buttons: Locator): Promise<string[]> =>
  buttons.evaluateAll((all: unknown[]) =>
    (all as { textContent: string; querySelectorAll(every: "*"): Iterable<Part> }[])
      .filter((one) =>
        [...one.querySelectorAll("*")].some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1),
      )
      .map(({ textContent }) => textContent),
  );
interface Part {
  scrollWidth: number;
  clientWidth: number;
}

/** Waits until assets have been in rooms before the current minute: the analysis ends with the last full minute. */
async function someTimeInRooms(url: string): Promise<void> {
  const api = await signIn(url, accounts.admin);
  const site = (await api.call(listSites)).find(({ name }) => name === "Harbour Warehouse")!;
  const minute = (ms: number): string => new Date(Math.floor(ms / 60_000) * 60_000).toISOString();
  const stays = () => {
    const span = { startTimeUtc: minute(Date.now() - 24 * 3_600_000), endTimeUtc: minute(Date.now()) };
    return api.call(getDwell, { query: { siteId: site.id, ...span, by: "room" } });
  };
  await expect.poll(async () => (await stays()).length, { timeout: 90_000 }).toBeGreaterThan(0);
}

test("an asset's history is played from a moment that can be shared, and the whole site is shown in the past", async ({
  page,
  pulse,
  complaints,
}) => {
  await openMap(page);
  const list = page.getByRole("region", { name: "Asset list" });
  const row = list.getByRole("listitem").first().getByRole("button");
  const name = (await row.locator("b").textContent()) ?? "";
  await row.click();
  await page.setViewportSize({ width: 1200, height: 750 });
  const actions = page.getByRole("button", { name: /^(Follow|Ring|History|Route|Why here\?)$/ });
  await expect(actions).toHaveCount(5);
  expect(await cutWords(actions)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "History" }).click();
  const panel = page.getByRole("complementary", { name: "History" });
  await expect(panel.getByRole("heading", { name: new RegExp(`${name}$`) })).toBeVisible();
  await expect(page).toHaveURL(/[?&]from=.*[?&]of=/);
  await expect(panel.getByText("Travelled")).toBeVisible();

  const follow = page.getByRole("button", { name: "Follow", exact: true });
  await follow.click();
  await expect(follow).toHaveAttribute("aria-pressed", "true");
  await expect(page).toHaveURL(/[?&]follow=1/);
  await follow.click();
  await expect(follow).toHaveAttribute("aria-pressed", "false");

  // The address contains the moment, so whoever opens it sees the same.
  await moment(page).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("PageUp");
  await expect(page).toHaveURL(/[?&]time=/);
  const shown = await moment(page).getAttribute("aria-valuetext");
  await page.reload();
  await expect(moment(page)).toHaveAttribute("aria-valuetext", shown ?? "");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(moment(page)).not.toHaveAttribute("aria-valuetext", shown ?? "");
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await panel.getByRole("button", { name: "Live map" }).click();
  await expect(panel).toHaveCount(0);
  await expect(page).not.toHaveURL(/[?&](from|to|time|of)=/);
  await page.keyboard.press("Escape");

  // A day ago nothing had a position; live, everything comes back.
  await page.getByRole("button", { name: "Time travel" }).click();
  const mirror = page.getByRole("list", { name: "Assets on the map" }).first().getByRole("listitem");
  await moment(page).focus();
  await page.keyboard.press("Home");
  await expect(mirror).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("status")).toHaveText("Time travel");
  await page.getByRole("button", { name: "Back to live" }).click();
  await expect(moment(page)).toHaveCount(0);
  await expect(mirror).not.toHaveCount(0);

  // The explanation and the time analysis open on the same map.
  await row.click();
  await page.getByRole("button", { name: "Why here?" }).click();
  const gateways = page.getByRole("table", { name: "Gateways that took part" });
  await expect(gateways.getByRole("row")).not.toHaveCount(0);
  await expect(page).toHaveURL(/[?&]panel=why/);
  await someTimeInRooms(pulse.url);
  await page.getByRole("button", { name: "Dwell and flows" }).click();
  const analysis = page.getByRole("complementary", { name: "Dwell and flows" });
  await expect(analysis.getByText(/^Data for [12] of/)).toBeVisible();
  await expect(analysis.getByRole("table", { name: "Time in each place" })).toBeVisible();
  await expect(analysis.getByText("Hatched: no data.")).toBeVisible();
  await expect(page).toHaveURL(/[?&]panel=analysis/);
  await analysis.getByRole("button", { name: "Close" }).click();
  await expect(analysis).toHaveCount(0);
  expect(complaints).toEqual([]);
});
