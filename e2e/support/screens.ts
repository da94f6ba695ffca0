import { expect, type Page } from "@playwright/test";
import { type Complaints, faultsInEveryWindow } from "./page.ts";

/** Screens by name. Each is opened on the page that showed the one before it, with `visit` where that is possible. */
export type Screens = Record<string, (page: Page) => Promise<void>>;

/** Opens an address as a link of the app does: without loading the page anew, unless nothing is open yet. */
export async function visit(page: Page, path: string): Promise<void> {
  if (page.url() === "about:blank") return void (await page.goto(path));
  await page.evaluate((to) => {
    const { history, dispatchEvent, PopStateEvent } = globalThis as unknown as InPage;
    // React Router numbers the entries it made, and asks before it leaves a form by those numbers.
    const { idx } = history.state ?? { idx: 0 };
    history.pushState({ usr: null, key: to, idx: idx + 1 }, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

/** Expects no screen to have a fault in any window, and none to complain in the console. */
export async function expectFaultless(page: Page, complaints: Complaints, screens: Screens): Promise<void> {
  for (const [name, open] of Object.entries(screens)) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page);
    // Soft, so that every faulty screen is reported and not only the first.
    expect.soft([...(await faultsInEveryWindow(page)), ...complaints.splice(0)], name).toEqual([]);
  }
}

// The root's type check has no DOM types, on purpose; these are the few that run in the page.
interface InPage {
  history: { state: { idx: number } | null; pushState(state: object, unused: string, url: string): void };
  PopStateEvent: new (type: string) => unknown;
  dispatchEvent(event: unknown): void;
}
