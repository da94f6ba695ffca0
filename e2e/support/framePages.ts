import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { onMapOf } from "./signInPage.ts";

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** The storage of a signed-in browser whose user has not opened a site yet. */
export function withoutSite(state: StorageState): StorageState {
  return {
    ...state,
    origins: state.origins.map(({ origin, localStorage }) => ({
      origin,
      localStorage: localStorage.filter(({ name }) => name !== "activeSite" && name !== "recentSites"),
    })),
  };
}

/** Opens the Harbour Warehouse's map. */
export async function openMap(page: Page): Promise<void> {
  await page.goto("/");
  await onMapOf(page, "Harbour Warehouse");
}

/** Opens the search by keyboard and types into it. */
export async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Find an asset, gateway or place" })).toBeFocused();
  await page.keyboard.type(text);
}
