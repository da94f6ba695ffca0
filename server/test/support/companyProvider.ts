import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Configuration, Provider } from "oidc-provider";

/** What the company's provider says about its people, by the name that they type at its login page. */
export type Directory = Record<string, Record<string, unknown>>;

export const company = { clientId: "pulse", clientSecret: "a-secret-of-the-company" };

/** A company's OpenID provider with login and consent pages: the `oidc-provider` package, on a port of its own. */
export async function companyProvider(
  redirectUri: string,
  directory: Directory,
  more: Partial<Configuration> = {},
): Promise<{ issuer: string; close(): void }> {
  let handle: ReturnType<Provider["callback"]> | null = null;
  const server = createServer((request, response) => void handle!(request, response));
  await listening(server);
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: company.clientId,
        client_secret: company.clientSecret,
        redirect_uris: [redirectUri],
        response_types: ["code"],
        grant_types: ["authorization_code"],
      },
    ],
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name", "locale", "groups", "roles", "realm_access"],
    },
    // Most companies' providers put these into the ID token; the other way has a test of its own.
    conformIdTokenClaims: false,
    findAccount: (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...directory[id] }),
    }),
    pkce: { required: () => true },
    cookies: { keys: ["only for tests"] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    ...more,
  });
  handle = provider.callback();
  return {
    issuer,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export async function listening(server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
}
