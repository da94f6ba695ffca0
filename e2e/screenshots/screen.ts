import type { Locator, Page } from "@playwright/test";
import type { Pulse } from "../support/pulse.ts";
import type { accounts } from "../support/world.ts";

export type Account = keyof typeof accounts;

/** One screen of the product, of which pictures are taken. */
export interface Screen {
  /** Null: nobody is signed in. */
  as: Account | null;
  /** Brings the page there; its words may be those of either language. */
  open(page: Page, pulse: Pulse): Promise<void>;
  /** The source of the page or part that the picture is about: a change in it makes pictures in the documentation stale. */
  shows: string;
  /** Before any site was chosen. */
  siteless?: boolean;
  /** Only in German and only in the light scheme: language changes the layout, colours do not. */
  isGerman?: boolean;
  /** In both languages: German ones are called `NAME-german`. */
  hasGerman?: boolean;
  /** Also on a phone held sideways. */
  isTurned?: boolean;
  /** Only this part of the page, on a desk. */
  part?(page: Page): Locator;
}

export type Screens = Readonly<Record<string, Screen>>;

/** Long enough that the map has drawn and markers have stopped gliding. */
export const drawnMs = 4_000;
export const settle = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The map of the Harbour Warehouse with its assets. */
export async function map(page: Page): Promise<void> {
  await page.goto("/");
  await page.locator("[data-asset-guid]").nth(100).waitFor({ state: "attached", timeout: 90_000 });
  await settle(drawnMs);
}

/** The map with an asset's card, opened by its address because lists differ between windows. */
export async function card(page: Page): Promise<void> {
  await map(page);
  const guid = await page.locator("[data-asset-guid]").nth(2).getAttribute("data-asset-guid");
  await page.goto(`${page.url().split("?")[0] ?? ""}?asset=${guid ?? ""}`);
  await page.getByRole("button", { name: /^(Follow|Folgen)$/ }).waitFor();
  await settle(drawnMs);
}

/** A list, once it has a row of that name. */
export const listed =
  (path: string, row: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.goto(path);
    await page.getByRole("link", { name: row }).first().waitFor();
    await settle(500);
  };

export const titled =
  (path: string, title: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.goto(path);
    await page.getByRole("heading", { name: title }).first().waitFor();
    await settle(1_500);
  };

/** A page of the open site: `of` is its path below the site's. */
export const ofSite =
  (of: string, title: string | RegExp, row?: RegExp) =>
  async (page: Page): Promise<void> => {
    await map(page);
    await page.goto(`${new URL(page.url()).pathname.replace(/\/map$/, "")}${of}`);
    if (row !== undefined) await page.getByRole("link", { name: row }).first().click();
    await page.getByRole("heading", { name: title }).first().waitFor();
    await settle(drawnMs);
  };
