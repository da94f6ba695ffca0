import type { NewCustomer } from "../../src/resources/customers/newCustomer.repository.ts";
import { type Answer, call } from "./api.ts";
import type { TestPulse } from "./testPulse.ts";

type Send = (method: string, path: string, body?: object) => Promise<Answer>;

/** How each write of a company's sign-in is done; `send` sends the one under test. */
export function ssoActs(
  here: () => { pulse: TestPulse; customer: NewCustomer; token: string },
  send: Send,
): Record<string, () => Promise<Answer>> {
  let serial = 0;
  const path = (): string => `customers/${here().customer.id}/sso`;
  const body = () => ({
    issuer: "https://login.example.com",
    client_id: `client ${++serial}`,
    domains: ["example.com"],
  });
  return {
    updateSso: () => send("PUT", path(), body()),
    deleteSso: async () => {
      const { pulse, token } = here();
      await call(pulse, "PUT", path(), { token, body: body() });
      return send("DELETE", path());
    },
  };
}
