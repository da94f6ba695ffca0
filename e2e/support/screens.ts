import { expect, type Page } from "@playwright/test";
import { type Complaints, faultsInEveryWindow, usual, windows } from "./page.ts";

type Open = (page: Page) => Promise<void>;

/**
 * A page that everyPage.spec.ts looks at in every window, too: here only what Tab does is new, which a desk shows. Screens
 * that are a state of a page, which no address opens, are looked at in several windows.
 */
interface WholePage {
  wholePage: Open;
}

/** Screens by name. Each is opened on the page that showed the one before it, with `visit` where that is possible. */
export type Screens = Record<string, Open | WholePage>;

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
  for (const [name, screen] of Object.entries(screens)) {
    const [open, among] = "wholePage" in screen ? [screen.wholePage, ["desk"] as const] : [screen, usual];
    await page.setViewportSize(windows.desk);
    await open(page);
    // Soft, so that every faulty screen is reported and not only the first.
    expect.soft([...(await faultsInEveryWindow(page, among)), ...complaints.splice(0)], name).toEqual([]);
  }
}

// The root's type check has no DOM types, on purpose; these are the few that run in the page.
interface InPage {
  history: { state: { idx: number } | null; pushState(state: object, unused: string, url: string): void };
  PopStateEvent: new (type: string) => unknown;
  dispatchEvent(event: unknown): void;
}
