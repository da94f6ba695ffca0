import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import { aGateway, type TestGateway, type TestSite } from "./builders.ts";
import type { Spot } from "./radio.ts";
import type { TestPulse } from "./testPulse.ts";

/** Six gateways in two rows over a site's floor of 40 × 25 m. */
export async function sixGateways(
  pulse: Pick<TestPulse, "db">,
  customer: NewCustomer,
  site: TestSite,
): Promise<(TestGateway & { spot: Spot })[]> {
  const gateways = [];
  for (const x of [3, 20, 37])
    for (const y of [3, 22]) gateways.push({ ...(await aGateway(pulse, customer, site, { x, y })), spot: { x, y } });
  return gateways;
}
