import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";

/** Chooses an option of a combobox. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** The rows of the open list, without its header. */
export function listed(page: Page): Locator {
  return page.getByRole("grid").locator("tbody").getByRole("row");
}

/** Expects the open list to show these names, from the top. */
export async function expectListed(page: Page, names: readonly string[]): Promise<void> {
  await expect(listed(page).getByRole("rowheader")).toHaveText([...names]);
}

/** The name and the lines of the file that `press` downloads. */
export async function savedBy(page: Page, press: () => Promise<void>): Promise<{ name: string; lines: string[] }> {
  const coming = page.waitForEvent("download");
  await press();
  const file = await coming;
  const text = await readFile(await file.path(), "utf8");
  return { name: file.suggestedFilename(), lines: text.replace(/^\uFEFF/, "").split("\r\n") };
}

/** Starts deleting a row of the open list and returns the question that opens. */
export async function askToDelete(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  return page.getByRole("dialog", { name: `Delete ${name}?` });
}
