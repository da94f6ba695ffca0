import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import { aWebhook, type TestSite } from "./builders.ts";
import type { TestPulse } from "./testPulse.ts";

const hourMs = 3_600_000;

/** A delivery that has been waiting for so long; its next attempt is an hour away. */
export async function aWaitingDelivery(
  pulse: Pick<TestPulse, "db">,
  customer: NewCustomer,
  site: TestSite,
  waitingMs: number,
): Promise<void> {
  const { id } = await aWebhook(pulse, customer, site);
  const later = new Date(Date.now() + hourMs);
  await pulse.db.updateTable("webhooks").set({ active: true, rests_until: later }).where("id", "=", id).execute();
  await pulse.db
    .updateTable("webhook_deliveries")
    .set({ state: "waiting", at: new Date(Date.now() - waitingMs), next_try_at: later, give_up_at: later })
    .where("id", "=", id)
    .execute();
}

/** A report that has been waiting for so long; its next attempt is an hour away. */
export async function aQueuedReport(
  pulse: Pick<TestPulse, "db">,
  customer: NewCustomer,
  site: TestSite,
  waitingMs: number,
): Promise<void> {
  const requested = new Date(Date.now() - waitingMs);
  await pulse.db
    .insertInto("reports")
    .values({
      id: uuidv7(),
      kind: "active-beacons",
      customer_id: customer.id,
      site_id: site.id,
      user_id: uuidv7(),
      user_email: "nora@pulse.test",
      start_at: requested,
      end_at: requested,
      zone: "UTC",
      state: "queued",
      next_try_at: new Date(Date.now() + hourMs),
      requested_at: requested,
    })
    .execute();
}

/** An event in each of the last so many seconds. */
export async function eventsEachSecond(pulse: Pick<TestPulse, "db">, seconds: number): Promise<void> {
  await sql`insert into events (id, at, kind, operation, entity_type, entity_name, actor, data)
    select gen_random_uuid(), now() - make_interval(secs => n), 'asset', 'update', 'asset', 'PJ-014',
      '{"kind":"system"}', '{"changes":[]}'
    from generate_series(1, ${seconds}) as n`.execute(pulse.db);
}
