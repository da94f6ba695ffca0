import { v7 as uuidv7 } from "uuid";
import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import type { Answer } from "./api.ts";
import type { TestSite } from "./builders.ts";
import type { TestPulse } from "./testPulse.ts";

let position = 0;

/** A message of a gateway that could not be processed. Returns its id. */
export async function aFailedMessage(
  pulse: TestPulse,
  { customer, site, gatewayId }: { customer: NewCustomer; site: TestSite; gatewayId: string },
): Promise<string> {
  const id = uuidv7();
  await pulse.db
    .insertInto("failed_messages")
    .values({
      id,
      customer_id: customer.id,
      site_id: site.id,
      sender_kind: "gateway",
      sender_id: gatewayId,
      topic: "kbeacon/publish/0",
      payload: Buffer.from("{}"),
      received_at: new Date(),
      log_id: uuidv7(),
      position: ++position,
      tries: 3,
      tried_at: new Date(),
      reason: "planted fault",
    })
    .execute();
  return id;
}

/** How each write of failed messages is done; `make` returns the id of one, and `send` sends the write under test. */
export function failedMessageActs(
  make: () => Promise<string>,
  send: (method: string, path: string) => Promise<Answer>,
): Record<string, () => Promise<Answer>> {
  return {
    replayFailedMessage: async () => send("POST", `failed-messages/${await make()}/replay`),
    deleteFailedMessage: async () => send("DELETE", `failed-messages/${await make()}`),
  };
}
