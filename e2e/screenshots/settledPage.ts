import type { Page } from "@playwright/test";
import { drawnMs, settle } from "./screen.ts";

/** How long no request may be under way before a page counts as loaded, and how long it may take, ms. */
const [quietMs, maxWaitMs] = [600, 30_000];
/** Long enough for fades to end. */
const fadedMs = 400;
/** Requests that stay open or come again and again. */
const isSteady = (url: string): boolean => /socket\.io|\/ping|\/metrics/.test(url);

/** Tells when a page has loaded what it shows. Made before the page is first opened. */
export function settledPage(page: Page) {
  let open = 0;
  let lastMs = performance.now();
  const count =
    (change: number) =>
    (request: { url(): string }): void => {
      if (isSteady(request.url())) return;
      open += change;
      lastMs = performance.now();
    };
  page.on("request", count(1));
  page.on("requestfinished", count(-1));
  page.on("requestfailed", count(-1));
  const hasMap = () => page.locator("canvas").count();
  return {
    /** Resolves once everything has loaded; a map has drawn itself then, too. */
    loaded: async (): Promise<void> => {
      const since = performance.now();
      lastMs = since;
      while (performance.now() - since < maxWaitMs) {
        if (open <= 0 && performance.now() - lastMs > quietMs) break;
        await settle(100);
      }
      open = 0;
      await settle((await hasMap()) > 0 ? drawnMs : fadedMs);
    },
    /** Resolves once a change of the window or the colours is drawn. */
    redrawn: async (): Promise<void> => settle((await hasMap()) > 0 ? 1_500 : fadedMs),
  };
}
