import { join } from "node:path";
import { keyFolder } from "@pulse/identity/keyFiles";
import { loadSecrets } from "@pulse/identity/secrets";
import type { ClientSecrets } from "../resources/singleSignOn/clientSecrets.ts";

/**
 * Seals with the key file of the embedded identity (AES-256-GCM), `keys/identity-secrets.json` in the data folder. With
 * Amazon's pools there are no such settings, and no key file.
 */
export async function openClientSecrets(dataDir: string, isEmbedded: boolean): Promise<ClientSecrets> {
  if (!isEmbedded) return { seal: notHere, open: notHere };
  const secrets = await loadSecrets(keyFolder(join(dataDir, "keys")));
  const context = (customerId: string): string => `single sign-on ${customerId}`;
  return {
    seal: (text, customerId) => secrets.seal(text, context(customerId)),
    open: (sealed, customerId) => secrets.open(sealed, context(customerId)),
  };
}

const notHere = (): string => {
  throw new Error("single sign-on is set up at Amazon");
};
