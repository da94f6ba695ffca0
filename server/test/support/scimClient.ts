import { areas, lettersOf } from "@pulse/contract/access";
import { call } from "./api.ts";
import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import { aToken } from "./builders.ts";
import { operationIds, type Right } from "./rights.ts";
import type { TestPulse } from "./testPulse.ts";

/** Nobody may change people who have more than themselves, so a directory's key has what an administrator has. */
const everything = areas.flatMap((area) => lettersOf[area].map((letter): Right => `${area}.${letter}`));

/** A directory with an API key of a customer. */
export async function scimClient(pulse: TestPulse, customer: NewCustomer, rights: readonly Right[] = everything) {
  const { content } = await call(pulse, "POST", "api-keys", {
    token: await aToken(pulse, customer, "Administrator"),
    body: { name: "Directory", customer_id: customer.id, operation_ids: await operationIds(pulse, rights) },
  });
  const token = String(content["key"]);
  return {
    token,
    send: async (method: string, path: string, body?: unknown) => {
      const answer = await fetch(`${pulse.url}/scim/v2/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { "content-type": "application/scim+json" }),
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = await answer.text();
      return {
        status: answer.status,
        headers: answer.headers,
        body: (text === "" ? {} : JSON.parse(text)) as ScimAnswer,
      };
    },
  };
}

/** A resource, a list or a refusal, as it came over the wire. */
export type ScimAnswer = Record<string, unknown> & {
  id: string;
  detail: string;
  totalResults: number;
  Resources: ScimAnswer[];
  members: { value: string }[];
};
