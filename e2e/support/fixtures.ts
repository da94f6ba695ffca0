import { test as base } from "@playwright/test";
import { keepSessions, signedOut, type StorageState } from "./keptSessions.ts";
import { looksAtMap } from "./looksAtMap.ts";
import { movedWithinMs } from "./preparedWorld.ts";
import { startPulse, type Pulse, type Simulated } from "./pulse.ts";
import { type Complaints, watchConsole } from "./page.ts";

interface Fixtures {
  /** The email of the user signed in from the start, without going through the sign-in; nobody by default. */
  signedInAs: string | undefined;
  /**
   * Whether the map is drawn. Drawing in software takes most of the time of a page with a map, and the list beside it says
   * the same. Undefined: it is drawn if the spec's file looks at it (`looksAtMap`). A spec that touches the map by other
   * means says `true`, and one in such a file that needs no picture says `false`.
   */
  drawsMap: boolean | undefined;
  /** Whether toasts are shown. They can cover controls at any time, so only specs about them turn this on. */
  hasToasts: boolean;
  /** Everything the console complained about; a spec ends by expecting it to be empty. */
  complaints: Complaints;
}

// The root's type check has no DOM types, on purpose; these are the few that run in the page.
interface Canvas {
  getContext(kind: string, ...more: unknown[]): unknown;
}
interface InPage {
  CSSStyleSheet: new () => { replaceSync(text: string): void };
  HTMLCanvasElement: { prototype: Canvas };
  document: { adoptedStyleSheets: unknown[] };
}

/** Makes this page's browser one without WebGL. */
function refuseWebGl(): void {
  const { prototype } = (globalThis as unknown as InPage).HTMLCanvasElement;
  const real = prototype.getContext;
  prototype.getContext = function (this: Canvas, kind, ...more) {
    return kind.startsWith("webgl") ? null : real.call(this, kind, ...more);
  };
}

function hideToasts(): void {
  const { document, CSSStyleSheet } = globalThis as unknown as InPage;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("section[aria-live] { display: none !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** The longest that a start takes, with the wait for the world whose assets have moved. */
const startWithinMs = movedWithinMs + 300_000;

interface WorkerFixtures {
  /** Whose assets move; nobody's by default. Specs that set the same share a product. */
  simulate: Simulated;
  pulse: Pulse;
  /** The browser storage of a signed-in user, for specs that are not about signing in. */
  sessionOf: (email: string) => Promise<StorageState>;
}

/** Playwright's `test` with a running product. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  simulate: ["nothing", { option: true, scope: "worker" }],
  pulse: [
    async ({ simulate }, provide) => {
      const pulse = await startPulse({ simulate });
      await provide(pulse);
      await pulse.stop();
    },
    { scope: "worker", timeout: startWithinMs },
  ],
  sessionOf: [async ({ browser, pulse }, provide) => provide(keepSessions(browser, pulse.url)), { scope: "worker" }],
  signedInAs: [undefined, { option: true }],
  storageState: async ({ signedInAs, sessionOf }, provide) =>
    provide(signedInAs === undefined ? signedOut : await sessionOf(signedInAs)),
  drawsMap: [undefined, { option: true }],
  hasToasts: [false, { option: true }],
  context: async ({ context, drawsMap, hasToasts }, provide, { file }) => {
    if (!(drawsMap ?? looksAtMap(file))) await context.addInitScript(refuseWebGl);
    if (!hasToasts) await context.addInitScript(hideToasts);
    await provide(context);
  },
  baseURL: async ({ pulse }, provide) => provide(pulse.url),
  complaints: [async ({ page }, provide) => provide(watchConsole(page)), { auto: true }],
});
