import { test as base } from "@playwright/test";
import { keepSessions, signedOut, type StorageState } from "./keptSessions.ts";
import { startPulse, type Pulse } from "./pulse.ts";
import { type Complaints, watchConsole } from "./page.ts";

interface Fixtures {
  /** The email of the user signed in from the start, without going through the sign-in; nobody by default. */
  signedInAs: string | undefined;
  /** Whether toasts are shown. They can cover controls at any time, so only specs about them turn this on. */
  hasToasts: boolean;
  /** Everything the console complained about; a spec ends by expecting it to be empty. */
  complaints: Complaints;
}

// The root's type check has no DOM types, on purpose; these are the few that run in the page.
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
  /** Whether the demo's assets move. Specs that set `true` share their own product; setting `false` starts a third. */
  simulate: boolean;
  pulse: Pulse;
  /** The browser storage of a signed-in user, for specs that are not about signing in. */
  sessionOf: (email: string) => Promise<StorageState>;
}

/** Playwright's `test` with a running product. */
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
