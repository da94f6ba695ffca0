import { afterAll, beforeAll } from "vitest";
import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import { type Answer, call } from "./api.ts";
import { aCustomer, aSite, aToken, type TestSite } from "./builders.ts";
import { testPulse, type TestPulse } from "./testPulse.ts";

interface Here {
  pulse: TestPulse;
  customer: NewCustomer;
  site: TestSite;
  token: string;
}

/**
 * A Pulse with a site, whose administrator sends requests and files. It starts before a file's tests and stops after
 * them.
 */
export function siteWithAdmin() {
  const here = {} as Here;
  const start = async (keep: boolean): Promise<void> => {
    here.pulse = await testPulse({}, { keep });
    if (!keep) here.customer = await aCustomer(here.pulse);
    if (!keep) await aFreshSite();
    here.token = await aToken(here.pulse, here.customer, "Administrator");
  };
  const aFreshSite = async (): Promise<TestSite> => (here.site = await aSite(here.pulse, here.customer));
  beforeAll(() => start(false));
  afterAll(() => here.pulse.stop());

  const send = (method: string, path: string, body?: unknown, as = here.token): Promise<Answer> =>
    call(here.pulse, method, path, { token: as, ...(body === undefined ? {} : { body }) });
  return {
    here,
    send,
    aFreshSite,
    /** Stops Pulse and starts it over the same data. */
    restart: async (): Promise<void> => {
      await here.pulse.stop();
      await start(true);
    },
    /** Sends a file of assets, trackers or hardwares. */
    load: (kind: string, file: string | Uint8Array, query = "", as = here.token): Promise<Answer> => {
      const form = new FormData();
      form.append("file", new Blob([typeof file === "string" ? file : Uint8Array.from(file)]), "my things.csv");
      return send("POST", `${kind}/import?site_id=${here.site.id}${query}`, form, as);
    },
  };
}
