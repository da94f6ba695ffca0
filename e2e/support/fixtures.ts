import { type BrowserContext, test as base } from "@playwright/test";
import { signInOnPage } from "./signInPage.ts";
import { accounts } from "./world.ts";
import { startPulse, type Pulse } from "./pulse.ts";
import { type Complaints, watchConsole } from "./page.ts";

interface Fixtures {
  /** Everything the console complained about; a spec ends by expecting it empty. */
  complaints: Complaints;
}

interface WorkerFixtures {
  /** Whether the demo's things move. A spec that asks for the other kind gets a product of its own. */
  simulate: boolean;
  pulse: Pulse;
  /** What the browser keeps of a signed-in administrator, for specs that are not about signing in. */
  adminState: StorageState;
}

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

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
  adminState: [
    async ({ browser, pulse }, provide) => {
      const context = await browser.newContext({ baseURL: pulse.url });
      await signInOnPage(await context.newPage(), pulse.url, accounts.admin);
      const state = await context.storageState();
      await context.close();
      await provide(state);
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ pulse }, provide) => provide(pulse.url),
  complaints: [async ({ page }, provide) => provide(watchConsole(page)), { auto: true }],
});
