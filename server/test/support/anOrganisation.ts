import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import { aCustomer, aSite, aToken, type TestSite } from "./builders.ts";
import type { TestPulse } from "./testPulse.ts";

/** Where most tests begin: a customer with a site, and its administrator's token. */
export interface Organisation {
  customer: NewCustomer;
  site: TestSite;
  token: string;
}

export async function anOrganisation(pulse: TestPulse, options?: Parameters<typeof aSite>[2]): Promise<Organisation> {
  const customer = await aCustomer(pulse);
  const site = await aSite(pulse, customer, options);
  return { customer, site, token: await aToken(pulse, customer, "Administrator") };
}
