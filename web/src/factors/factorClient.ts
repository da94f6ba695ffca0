import { fetchMFAPreference, listWebAuthnCredentials } from "aws-amplify/auth";

/** Whether the signed-in person has any second factor at the provider, or a passkey. Rejects with the provider's error. */
export async function hasFactor(): Promise<boolean> {
  const { enabled = [] } = await fetchMFAPreference();
  if (enabled.length > 0) return true;
  return (await listWebAuthnCredentials()).credentials.length > 0;
}
