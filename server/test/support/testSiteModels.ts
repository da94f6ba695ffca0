import type { Kysely } from "kysely";
import type { Bus } from "../../src/platform/bus/bus.ts";
import { inProcessBus } from "../../src/platform/bus/inProcessBus.ts";
import type { Database } from "../../src/platform/database/schema.ts";
import { gatewayHearing } from "../../src/pipeline/locate/gatewayHearing.ts";
import { type SiteModels, siteModels } from "../../src/pipeline/locate/siteModels.ts";

/** Models of the sites in a test's database, as a start of the server reads them; an error fails the test. */
export function testSiteModels({
  db,
  bus = testBus(),
  hearing = gatewayHearing(db),
}: {
  db: Kysely<Database>;
  bus?: Bus;
  hearing?: Parameters<typeof siteModels>[0]["hearing"];
}): SiteModels {
  const status = { gatewayMoved: () => undefined };
  return siteModels({ db, bus, status, hearing, now: Date.now, random: () => 0.5, problem: fail });
}

/** A bus whose subscribers' errors fail the test. */
export function testBus(): Bus {
  return inProcessBus({ now: Date.now, problem: fail });
}

function fail(error: unknown): never {
  throw error;
}
