import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import { tabThrough } from "./tabbing.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The page's complaints since `watchConsole`: errors, warnings, failed loads. */
export type Complaints = string[];

/** Collects everything the browser's console complains about from now on. */
export function watchConsole(page: Page): Complaints {
  const complaints: Complaints = [];
  page.on("console", (message) => {
    // Playwright's own message, and the browser's about how it puts maps into a page here (`--disable-gpu-compositing`).
    if (/^Service Worker registration blocked|GPU stall due to ReadPixels/.test(message.text())) return;
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => complaints.push(`uncaught: ${error.message}`));
  return complaints;
}

interface AxeResult {
  violations: {
    id: string;
    impact: string | null;
    help: string;
    nodes: { target: string[]; failureSummary?: string }[];
  }[];
}

/** The serious and critical findings of axe on the current page, one line each. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    async () =>
      await (globalThis as unknown as { axe: { run: (o: object) => Promise<AxeResult> } }).axe.run({
        resultTypes: ["violations"],
        // The rules that need every style sheet and medium loaded again are experimental and off.
        preload: false,
      }),
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help} at ${node.target.join(" ")}: ${node.failureSummary ?? ""}`),
    );
}

/** The five windows for which pages are made. */
export const windows = {
  desk: { width: 1440, height: 900 },
  laptop: { width: 1024, height: 768 },
  tablet: { width: 820, height: 1180 },
  sideways: { width: 844, height: 390 },
  phone: { width: 390, height: 844 },
} as const;
/** Those in which states of a page are looked at; whole pages are looked at in all (everyPage.spec.ts). */
export const usual = ["desk", "tablet", "phone"] as const;

/**
 * The faults of a page in several windows: axe's serious findings and a page wider than its window; on a desk also
 * controls that Tab does not reach or that do not show their focus. The page is opened once and its window changed, as
 * when a person turns a phone. The dark scheme changes only colours, whose contrast `darkContrast.test.ts` of the web app
 * checks by their tokens.
 */
export async function faultsInEveryWindow(
  page: Page,
  among: readonly (keyof typeof windows)[] = usual,
): Promise<string[]> {
  const faults: string[] = [];
  // Without motion, nothing is judged while it fades in.
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "light");
  for (const width of among) {
    await page.setViewportSize(windows[width]);
    await untilStill(page);
    const overflowPx = await sidewaysOverflowPx(page);
    const found = await accessibilityFaults(page);
    if (width === "desk") found.push(...(await tabThrough(page)));
    if (overflowPx > 0) found.push(`the page is ${overflowPx} px wider than its window`);
    faults.push(...found.map((fault) => `${width}: ${fault}`));
  }
  return faults;
}

/** Waits until the page has drawn its changes and nothing fades or slides any more. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { document, requestAnimationFrame } = globalThis as unknown as InPage;
    const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));
    await frame();
    await frame();
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime ?? Infinity));
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
}

// The root's type check has no DOM types, on purpose; these are the few that run in the page.
interface InPage {
  document: {
    documentElement: { scrollWidth: number; clientWidth: number };
    getAnimations(): { effect: { getComputedTiming(): { endTime: number } } | null; finished: Promise<unknown> }[];
  };
  requestAnimationFrame(draw: () => void): void;
}

/** How many pixels the page is wider than its window. */
export function sidewaysOverflowPx(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { documentElement } = (globalThis as unknown as InPage).document;
    return documentElement.scrollWidth - documentElement.clientWidth;
  });
}

/** The map's mirror list: "lat lon floor" by asset guid. */
export async function placesOnMap(page: Page): Promise<Map<string, string>> {
  const rows = await page
    .locator("[data-asset-guid]")
    .evaluateAll((all: unknown[]) =>
      (all as { dataset: Record<string, string> }[]).map(({ dataset }): [string, string] => [
        dataset["assetGuid"] ?? "",
        `${dataset["lat"]} ${dataset["lon"]} ${dataset["floor"]}`,
      ]),
    );
  return new Map(rows);
}
