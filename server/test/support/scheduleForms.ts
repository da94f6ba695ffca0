import { v7 as uuidv7 } from "uuid";
import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import type { TestPulse } from "./testPulse.ts";

/** The body of a schedule that sends a report to one person every morning. */
export const scheduleForm = (name: string, email: string) => ({
  name,
  report: "active-beacons",
  every: "day",
  at: "06:00",
  time_zone: "UTC",
  recipients: [email],
});

/** An API key that nobody has seen, and whose maker is gone. */
export async function anApiKey(pulse: Pick<TestPulse, "db">, customer: NewCustomer): Promise<string> {
  const id = uuidv7();
  await pulse.db
    .insertInto("api_keys")
    .values({
      id,
      customer_id: customer.id,
      name: id,
      prefix: "pulse_",
      secret_hash: id,
      operation_ids: [],
      site_ids: [],
      created_at: new Date(),
      created_by: "gone@pulse.test",
      maker_id: null,
      expires_at: null,
    })
    .execute();
  return id;
}
