import { v7 as uuidv7 } from "uuid";
import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import type { Answer } from "./api.ts";
import type { TestGateway, TestSite } from "./builders.ts";
import type { TestPulse } from "./testPulse.ts";

let position = 0;

/** How each write of failed messages is done; `send` sends the one under test. */
export function failedMessageActs(
  here: () => { pulse: TestPulse; customer: NewCustomer; site: TestSite; gateway: TestGateway },
  send: (method: string, path: string) => Promise<Answer>,
): Record<string, () => Promise<Answer>> {
  const aFailedMessage = async (): Promise<string> => {
    const { pulse, customer, site, gateway } = here();
    const id = uuidv7();
    await pulse.db
      .insertInto("failed_messages")
      .values({
        id,
        customer_id: customer.id,
        site_id: site.id,
        sender_kind: "gateway",
        sender_id: gateway.id,
        topic: `kbeacon/publish/${gateway.gmac}`,
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
  };
  return {
    replayFailedMessage: async () => send("POST", `failed-messages/${await aFailedMessage()}/replay`),
    deleteFailedMessage: async () => send("DELETE", `failed-messages/${await aFailedMessage()}`),
  };
}
