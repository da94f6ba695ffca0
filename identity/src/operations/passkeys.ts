import { z } from "zod";
import { changingUser } from "../accounts.ts";
import { refuse } from "../errors.ts";
import { about, assertRecent, bearer, fields, operation } from "../operation.ts";
import { freshState } from "../signIn/start.ts";
import type { Passkey } from "../passkeys.ts";
import { RegistrationCredential } from "../webAuthn.ts";

const Bearer = z.object({ AccessToken: fields.AccessToken });
const CredentialId = z.string().min(1).max(1024);
const Named = Bearer.extend({ CredentialId });
const maxNameLength = 131;

const missing = (): Error => refuse.resourceMissing("Passkey does not exist.");

/** The passkeys of whoever is signed in. */
export const passkeyOperations = [
  operation("StartWebAuthnRegistration", Bearer, async (context, input) => {
    const { claims, user } = await bearer(context, input.AccessToken);
    assertRecent(context, claims);
    // The session's id is what the authenticator signs: 256 random bits that are valid once.
    const challenge = await context.sessions.start(
      claims.pool,
      user.sub,
      "PASSKEY_REGISTRATION",
      freshState([user.sub], true),
    );
    const known = await context.passkeys.ofUser(user.sub);
    return { CredentialCreationOptions: await context.webAuthn.creationOptions(user, challenge, known) };
  }),

  operation(
    "CompleteWebAuthnRegistration",
    Bearer.extend({ Credential: RegistrationCredential }),
    async (context, input, caller) => {
      const { claims, user } = await bearer(context, input.AccessToken);
      const challenge = context.webAuthn.challengeOf(input.Credential.response.clientDataJSON);
      const session = await context.sessions.openById("PASSKEY_REGISTRATION", challenge);
      if (session.sub !== user.sub) throw refuse.invalidSession();
      const name = passkeyName(caller.userAgent);
      const made = await context.webAuthn.verifyCreation(input.Credential, challenge).catch((error: unknown) => {
        context.audit({ ...about(claims, user, caller), action: "passkey_refused", detail: { passkey: name } });
        throw error;
      });
      await changingUser(context, claims.pool, user.sub, async (store) => {
        await store.sessions.consume(session);
        await store.passkeys.add(claims.pool, user.sub, { ...made, name });
      });
      context.audit({ ...about(claims, user, caller), action: "passkey_added", detail: { passkey: name } });
      return {};
    },
  ),

  operation(
    "ListWebAuthnCredentials",
    Bearer.extend({ MaxResults: z.int().min(0).max(20).nullish(), NextToken: z.string().max(131_072).nullish() }),
    async (context, input) => {
      const { user } = await bearer(context, input.AccessToken);
      const all = await context.passkeys.ofUser(user.sub);
      const from = input.NextToken ? all.findIndex(({ credential_id: id }) => id === input.NextToken) + 1 : 0;
      const page = all.slice(from, from + (input.MaxResults || all.length));
      const last = page.at(-1);
      const hasMore = from + page.length < all.length;
      return { Credentials: page.map(view), ...(hasMore && last ? { NextToken: last.credential_id } : {}) };
    },
  ),

  operation("DeleteWebAuthnCredential", Named, async (context, input, caller) => {
    const { claims, user } = await bearer(context, input.AccessToken);
    assertRecent(context, claims);
    const passkey = await context.passkeys.find(user.sub, input.CredentialId);
    if (!passkey || !(await context.passkeys.remove(user.sub, input.CredentialId))) throw missing();
    context.audit({ ...about(claims, user, caller), action: "passkey_removed", detail: { passkey: passkey.name } });
    return {};
  }),

  // Amazon's pools have no such operation: there a passkey keeps the name it got.
  operation(
    "UpdateWebAuthnCredential",
    Named.extend({ FriendlyCredentialName: z.string().trim().min(1).max(maxNameLength) }),
    async (context, input, caller) => {
      const { claims, user } = await bearer(context, input.AccessToken);
      const name = input.FriendlyCredentialName;
      if (!(await context.passkeys.rename(user.sub, input.CredentialId, name))) throw missing();
      context.audit({ ...about(claims, user, caller), action: "passkey_renamed", detail: { passkey: name } });
      return {};
    },
  ),
];

const view = (passkey: Passkey) => ({
  CredentialId: passkey.credential_id,
  FriendlyCredentialName: passkey.name,
  RelyingPartyId: passkey.relying_party,
  AuthenticatorTransports: passkey.transports === "" ? [] : passkey.transports.split(","),
  CreatedAt: passkey.created_at.getTime() / 1000,
  ...(passkey.last_used_at ? { LastUsedAt: passkey.last_used_at.getTime() / 1000 } : {}),
});

/** Systems by what their browsers call themselves; the more special names come first. */
const systems = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Macintosh", "Mac"],
  ["Windows", "Windows"],
  ["CrOS", "Chromebook"],
  ["Linux", "Linux"],
] as const;

/** A first name for a passkey, which its owner may change. */
function passkeyName(userAgent: string): string {
  return systems.find(([part]) => userAgent.includes(part))?.[1] ?? "Passkey";
}
