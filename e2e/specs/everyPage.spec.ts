import { expect, type Page } from "@playwright/test";
import { deleteWebhook } from "@pulse/contract/webhooks";
import { pageAddresses } from "../screenshots/pageAddresses.ts";
import { test } from "../support/fixtures.ts";
import { accessibilityFaults, faultsInEveryWindow, windows } from "../support/page.ts";
import { visit } from "../support/screens.ts";
import { accounts, signIn } from "../support/world.ts";

/** Fewer than there are, so that a list that comes out empty is noticed. */
const atLeast = { nobody: 5, superadmin: 4, admin: 40 } as const;

/** Waits until a page shows what it has loaded. */
async function untilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole("heading").first()).toBeAttached();
  await expect(page.locator("[aria-busy=true], [role=progressbar], .mantine-Skeleton-root")).toHaveCount(0);
}

for (const [who, as] of [
  ["nobody", null],
  ["superadmin", "superadmin"],
  ["admin", "admin"],
] as const)
  test.describe(`for ${who}`, () => {
    test.use({ signedInAs: as === null ? undefined : accounts[as] });

    test(`every page for ${who} is accessible and fits in each of the five windows`, async ({ page, pulse }) => {
      const all = await pageAddresses(pulse.url);
      const pages = all.filter((each) => each.as === as);
      expect(pages.length).toBeGreaterThanOrEqual(atLeast[who]);
      for (const { name, address } of pages) {
        await page.setViewportSize(windows.desk);
        if (as === null) await page.goto(address);
        else await visit(page, address);
        await untilLoaded(page);
        // Soft, so that every faulty page is reported and not only the first.
        const found = [
          ...(await accessibilityFaults(page)),
          ...(await faultsInEveryWindow(page, ["laptop", "tablet", "sideways", "phone"])),
        ];
        expect.soft(found, name).toEqual([]);
      }
      // Other specs of this worker have no webhook.
      const webhook =
        all
          .find(({ name }) => name === "webhooks-webhook")
          ?.address.split("/")
          .at(-1) ?? "";
      const api = await signIn(pulse.url, accounts.admin);
      await api.call(deleteWebhook, { params: { id: webhook } });
    });
  });
