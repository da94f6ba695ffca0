import { test as base } from "@playwright/test";
import { keepSessions, signedOut, type StorageState } from "./keptSessions.ts";
import { startPulse, type Pulse } from "./pulse.ts";
import { type Complaints, watchConsole } from "./page.ts";

interface Fixtures {
  /** The e-mail of who is signed in from the start, without having gone through the sign-in; nobody unless a spec says so. */
  signedInAs: string | undefined;
  /** Toasts come when they like and lie on controls for seconds: only specs about them, which say so, have them in sight. */
  hasToasts: boolean;
  /** Everything the console complained about; a spec ends by expecting it empty. */
  complaints: Complaints;
}

// The root's type check knows no DOM, on purpose; this is the little of it that runs in the page.
interface InPage {
  CSSStyleSheet: new () => { replaceSync(text: string): void };
  document: { adoptedStyleSheets: unknown[] };
}

function hideToasts(): void {
  const { document, CSSStyleSheet } = globalThis as unknown as InPage;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("section[aria-live] { display: none !important }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

interface WorkerFixtures {
  /** Whether the demo's things move. Specs that say so share a product of their own; saying `false` would start a third. */
  simulate: boolean;
  pulse: Pulse;
  /** What the browser keeps of a signed-in person, for specs that are not about signing in. */
  sessionOf: (email: string) => Promise<StorageState>;
}

/** Playwright's test with a running product. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  simulate: [false, { option: true, scope: "worker" }],
  pulse: [
    async ({ simulate }, provide) => {
      const pulse = await startPulse({ simulate });
      await provide(pulse);
      await pulse.stop();
    },
    { scope: "worker", timeout: 150_000 },
  ],
  sessionOf: [async ({ browser, pulse }, provide) => provide(keepSessions(browser, pulse.url)), { scope: "worker" }],
  signedInAs: [undefined, { option: true }],
  storageState: async ({ signedInAs, sessionOf }, provide) =>
    provide(signedInAs === undefined ? signedOut : await sessionOf(signedInAs)),
  hasToasts: [false, { option: true }],
  context: async ({ context, hasToasts }, provide) => {
    if (!hasToasts) await context.addInitScript(hideToasts);
    await provide(context);
  },
  baseURL: async ({ pulse }, provide) => provide(pulse.url),
  complaints: [async ({ page }, provide) => provide(watchConsole(page)), { auto: true }],
});
