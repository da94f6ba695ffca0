import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FactorPolicy } from "../src/factors.ts";
import { type CeremonyOptions, softAuthenticator } from "./support/softAuthenticator.ts";
import { tokensOf } from "./support/signInWire.ts";
import { createWorld, type WireAnswer, type World } from "./support/world.ts";

const origin = "http://localhost:8080";
const policy: FactorPolicy = { deliverable: [], accepted: ["WEB_AUTHN"], isRequired: false };
let world: World;
let ClientId: string;
beforeAll(async () => {
  world = await createWorld({ publicUrl: origin, factorPolicy: async () => policy });
  ClientId = world.identity.pools.current.clientId;
});
afterAll(() => world.close());
beforeEach(() => void (world.audit.length = 0));

const plainUser = () => world.user({ mfaEnabled: false });

/** Starts a registration. */
async function creationOptions(AccessToken: string): Promise<CeremonyOptions> {
  const answer = await world.call("StartWebAuthnRegistration", { AccessToken });
  return answer.body["CredentialCreationOptions"] as CeremonyOptions;
}

/** A person with a passkey. */
async function passkeyUser() {
  const user = await plainUser();
  const { AccessToken } = await tokensOf(world, user);
  const authenticator = softAuthenticator(origin);
  const Credential = authenticator.create(await creationOptions(AccessToken));
  const done = await world.call("CompleteWebAuthnRegistration", { AccessToken, Credential });
  expect(done).toMatchObject({ status: 200, body: {} });
  return { ...user, AccessToken, authenticator };
}

const begin = (USERNAME: string, PREFERRED_CHALLENGE?: string): Promise<WireAnswer> =>
  world.call("InitiateAuth", {
    ClientId,
    AuthFlow: "USER_AUTH",
    AuthParameters: { USERNAME, ...(PREFERRED_CHALLENGE ? { PREFERRED_CHALLENGE } : {}) },
  });

const requestOptions = (answer: WireAnswer): CeremonyOptions => {
  const parameters = answer.body["ChallengeParameters"] as Record<string, string>;
  return JSON.parse(parameters["CREDENTIAL_REQUEST_OPTIONS"] ?? "null") as CeremonyOptions;
};

const respond = (answer: WireAnswer, USERNAME: string, credential: unknown): Promise<WireAnswer> =>
  world.call("RespondToAuthChallenge", {
    ClientId,
    ChallengeName: "WEB_AUTHN",
    Session: answer.body["Session"],
    ChallengeResponses: { USERNAME, CREDENTIAL: JSON.stringify(credential) },
  });

const list = async (AccessToken: string, more: object = {}) => {
  const { body } = await world.call("ListWebAuthnCredentials", { AccessToken, ...more });
  return body as { Credentials: { CredentialId: string; FriendlyCredentialName: string }[]; NextToken?: string };
};

describe("a sign-in with a passkey", () => {
  test("a passkey signs a person in without password and code", async () => {
    const user = await passkeyUser();
    const first = await begin(user.email, "WEB_AUTHN");
    expect(first.body["ChallengeName"]).toBe("WEB_AUTHN");
    const options = requestOptions(first);
    expect(options).toMatchObject({
      rpId: "localhost",
      userVerification: "required",
      allowCredentials: [{ id: user.authenticator.id }],
    });
    const done = await respond(first, user.email, user.authenticator.get(options));
    expect(done.body).toMatchObject({ AuthenticationResult: { TokenType: "Bearer" } });
    // It needs no remembered device, so none is proposed.
    expect(done.body["AuthenticationResult"]).not.toHaveProperty("NewDeviceMetadata");
    expect(world.audit.map(({ action }) => action)).toContain("sign_in");
  });

  test("a person chooses between password and passkey, and is offered the same as a name that nobody has", async () => {
    const user = await passkeyUser();
    const choices = ["PASSWORD", "PASSWORD_SRP", "WEB_AUTHN"];
    const known = await begin(user.email);
    expect(known.body).toMatchObject({ ChallengeName: "SELECT_CHALLENGE", AvailableChallenges: choices });
    expect((await begin("nobody@pulse.test")).body).toMatchObject({ AvailableChallenges: choices });
    const chosen = await world.call("RespondToAuthChallenge", {
      ClientId,
      ChallengeName: "SELECT_CHALLENGE",
      Session: known.body["Session"],
      ChallengeResponses: { USERNAME: user.email, ANSWER: "WEB_AUTHN" },
    });
    const done = await respond(chosen, user.email, user.authenticator.get(requestOptions(chosen)));
    expect(done.status).toBe(200);
  });

  test("USER_AUTH takes a password too, which the passkey of a person without another factor follows", async () => {
    const user = await passkeyUser();
    const first = await world.call("InitiateAuth", {
      ClientId,
      AuthFlow: "USER_AUTH",
      AuthParameters: { USERNAME: user.email, PREFERRED_CHALLENGE: "PASSWORD", PASSWORD: user.password },
    });
    expect(first.body["ChallengeName"]).toBe("WEB_AUTHN");
    const done = await respond(first, user.email, user.authenticator.get(requestOptions(first)));
    expect(done.status).toBe(200);
  });

  test("somebody without a passkey, and nobody at all, get a request that looks like anybody's, each time the same", async () => {
    const user = await plainUser();
    for (const name of [user.email, "nobody@pulse.test"]) {
      const [one, two] = [await begin(name, "WEB_AUTHN"), await begin(name, "WEB_AUTHN")];
      const ids = [one, two].map((answer) => requestOptions(answer).allowCredentials?.map(({ id }) => id));
      expect(ids[0]).toEqual(ids[1]);
      expect(ids[0]).toHaveLength(1);
      const refused = await respond(one, name, softAuthenticator(origin).get(requestOptions(one)));
      expect(refused).toMatchObject({
        status: 400,
        body: { type: "NotAuthorizedException", message: "The passkey could not be verified." },
      });
    }
  });

  test.each([
    ["of another origin", { origin: "https://evil.test" }, "WebAuthnOriginNotAllowedException"],
    ["whose user was not verified", { unverified: true }, "NotAuthorizedException"],
    ["whose counter has gone back", { counter: 1 }, "NotAuthorizedException"],
  ])("an answer %s is refused and noted once", async (_what, slip, type) => {
    const user = await passkeyUser();
    const before = await begin(user.email, "WEB_AUTHN");
    expect((await respond(before, user.email, user.authenticator.get(requestOptions(before)))).status).toBe(200);
    world.audit.length = 0;
    const first = await begin(user.email, "WEB_AUTHN");
    const refused = await respond(first, user.email, user.authenticator.get(requestOptions(first), slip));
    expect(refused).toMatchObject({ status: 400, body: { type } });
    expect(world.audit.map(({ action }) => action)).toEqual(["passkey_refused"]);
    const again = await respond(first, user.email, user.authenticator.get(requestOptions(first)));
    expect(again.status).toBe(400);
  });

  test("an answer counts once, and only for its own challenge", async () => {
    const user = await passkeyUser();
    const first = await begin(user.email, "WEB_AUTHN");
    const answer = user.authenticator.get(requestOptions(first));
    const second = await begin(user.email, "WEB_AUTHN");
    expect((await respond(second, user.email, answer)).status).toBe(400);
    expect((await respond(first, user.email, answer)).status).toBe(200);
    expect((await respond(first, user.email, answer)).status).toBe(400);
  });

  test("another person's passkey does not open an account", async () => {
    const [owner, other] = [await passkeyUser(), await passkeyUser()];
    const first = await begin(owner.email, "WEB_AUTHN");
    const refused = await respond(first, owner.email, other.authenticator.get(requestOptions(first)));
    expect(refused.body.type).toBe("NotAuthorizedException");
  });

  test("text that is no WebAuthn answer is refused as such", async () => {
    const user = await passkeyUser();
    const first = await begin(user.email, "WEB_AUTHN");
    for (const wrong of ["{}", "[]", "not JSON", "null"]) {
      const refused = await world.call("RespondToAuthChallenge", {
        ClientId,
        ChallengeName: "WEB_AUTHN",
        Session: first.body["Session"],
        ChallengeResponses: { USERNAME: user.email, CREDENTIAL: wrong },
      });
      expect(refused).toMatchObject({ status: 400, body: { type: "InvalidParameterException" } });
    }
  });
});

describe("the passkeys of an account", () => {
  test("a person lists, renames and deletes passkeys, and sees nobody else's", async () => {
    const user = await passkeyUser();
    const second = softAuthenticator(origin);
    const options = await creationOptions(user.AccessToken);
    expect((options as { excludeCredentials?: object[] }).excludeCredentials).toHaveLength(1);
    const Credential = second.create(options);
    await world.call("CompleteWebAuthnRegistration", { AccessToken: user.AccessToken, Credential });
    const { Credentials } = await list(user.AccessToken);
    expect(Credentials.map(({ CredentialId }) => CredentialId)).toEqual([user.authenticator.id, second.id]);
    const page = await list(user.AccessToken, { MaxResults: 1 });
    expect(page.Credentials).toHaveLength(1);
    expect((await list(user.AccessToken, { NextToken: page.NextToken })).Credentials).toHaveLength(1);

    const named = { AccessToken: user.AccessToken, CredentialId: second.id };
    await world.call("UpdateWebAuthnCredential", { ...named, FriendlyCredentialName: "Blue key" });
    expect((await list(user.AccessToken)).Credentials[1]).toMatchObject({ FriendlyCredentialName: "Blue key" });

    const { AccessToken } = await passkeyUser();
    for (const operation of ["UpdateWebAuthnCredential", "DeleteWebAuthnCredential"]) {
      const refused = await world.call(operation, { ...named, AccessToken, FriendlyCredentialName: "Mine" });
      expect(refused.body.type).toBe("ResourceNotFoundException");
    }
    expect((await world.call("DeleteWebAuthnCredential", named)).status).toBe(200);
    expect((await list(user.AccessToken)).Credentials).toHaveLength(1);
    expect(world.audit.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["passkey_added", "passkey_renamed", "passkey_removed"]),
    );
  });

  test.each([
    ["of another origin", { origin: "https://evil.test" }, "WebAuthnOriginNotAllowedException"],
    ["without user verification", { unverified: true }, "NotAuthorizedException"],
  ])("a new passkey %s is refused, noted once and not kept", async (_what, slip, type) => {
    const user = await plainUser();
    const { AccessToken } = await tokensOf(world, user);
    const Credential = softAuthenticator(origin).create(await creationOptions(AccessToken), slip);
    world.audit.length = 0;
    expect((await world.call("CompleteWebAuthnRegistration", { AccessToken, Credential })).body.type).toBe(type);
    expect(world.audit.map(({ action, sub }) => [action, sub])).toEqual([["passkey_refused", user.sub]]);
    expect((await list(AccessToken)).Credentials).toEqual([]);
  });

  test("a registration counts once, and only for the person who began it", async () => {
    const [one, two] = [await plainUser(), await plainUser()];
    const [mine, theirs] = [await tokensOf(world, one), await tokensOf(world, two)];
    const Credential = softAuthenticator(origin).create(await creationOptions(mine.AccessToken));
    const complete = (AccessToken: string) => world.call("CompleteWebAuthnRegistration", { AccessToken, Credential });
    expect((await complete(theirs.AccessToken)).status).toBe(400);
    expect((await complete(mine.AccessToken)).status).toBe(200);
    expect((await complete(mine.AccessToken)).status).toBe(400);
    expect((await list(mine.AccessToken)).Credentials).toHaveLength(1);
  });

  test("adding and deleting a passkey needs a recent sign-in", async () => {
    const user = await passkeyUser();
    world.pass(16 * 60_000);
    const calls = [
      world.call("StartWebAuthnRegistration", { AccessToken: user.AccessToken }),
      world.call("DeleteWebAuthnCredential", { AccessToken: user.AccessToken, CredentialId: user.authenticator.id }),
    ];
    for (const { body } of await Promise.all(calls))
      expect(body.message).toBe("Sign in again to change how this account is secured.");
  });

  test("a reset removes the passkeys", async () => {
    const user = await passkeyUser();
    await world.identity.admin.resetMfa({ pool: "current", username: user.sub });
    const first = await begin(user.email, "WEB_AUTHN");
    expect((await respond(first, user.email, user.authenticator.get(requestOptions(first)))).status).toBe(400);
  });
});

test("a server without HTTPS under a name other than localhost makes no passkeys and says why", async () => {
  const other = await createWorld({ publicUrl: "http://10.0.0.7:8080" });
  const { AccessToken } = await tokensOf(other, await other.user({ mfaEnabled: false }));
  const refused = await other.call("StartWebAuthnRegistration", { AccessToken });
  expect(refused.body).toMatchObject({ type: "WebAuthnConfigurationMissingException" });
  expect(refused.body.message).toContain("HTTPS");
  await other.close();
});
