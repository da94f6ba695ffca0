import type { Answer } from "./api.ts";

type Put = (path: string, body: object) => Promise<Answer>;

/** How each write of a company's sign-in is done; `prepare` sends what is not under test. */
export function ssoActs(given: {
  customerId(): string;
  send(method: string, path: string, body?: object): Promise<Answer>;
  prepare: Put;
}): Record<string, () => Promise<Answer>> {
  let serial = 0;
  const path = (): string => `customers/${given.customerId()}/sso`;
  const put = (send: Put): Promise<Answer> =>
    send(path(), {
      issuer: "https://login.example.com",
      client_id: `client ${++serial}`,
      domains: ["example.com"],
    });
  return {
    updateSso: () => put((to, body) => given.send("PUT", to, body)),
    deleteSso: async () => {
      await put(given.prepare);
      return given.send("DELETE", path());
    },
  };
}
