import { join, resolve } from "node:path";
import { loadSecrets } from "@pulse/identity/secrets";

/** Seals what leaves this server only towards a provider. */
export interface ClientSecrets {
  /** Bound to the customer, so that a sealed value cannot be moved to another one's row. */
  seal(text: string, customerId: string): string;
  open(sealed: string, customerId: string): string;
}

/** With the key file of the embedded identity (AES-256-GCM), which is not in the database: `keys/identity-secrets.json`. */
export async function clientSecrets(dataDir: string): Promise<ClientSecrets> {
  const secrets = await loadSecrets(join(resolve(dataDir), "keys"));
  const context = (customerId: string): string => `single sign-on ${customerId}`;
  return {
    seal: (text, customerId) => secrets.seal(text, context(customerId)),
    open: (sealed, customerId) => secrets.open(sealed, context(customerId)),
  };
}
