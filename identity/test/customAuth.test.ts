import { confirmSignIn, fetchAuthSession, signIn } from "aws-amplify/auth";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openBrowser } from "./support/amplify.ts";
import { createWorld, type World } from "./support/world.ts";

// Sign-in with a one-time code, after another identity provider has confirmed somebody.
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  world.audit.length = 0;
});

const clientId = () => world.identity.pools.current.clientId;
const begin = (name: string) =>
  world.call("InitiateAuth", { ClientId: clientId(), AuthFlow: "CUSTOM_AUTH", AuthParameters: { USERNAME: name } });
const answer = (session: unknown, name: string, code: string) =>
  world.call("RespondToAuthChallenge", {
    ClientId: clientId(),
    ChallengeName: "CUSTOM_CHALLENGE",
    Session: session,
    ChallengeResponses: { USERNAME: name, ANSWER: code },
  });
const redeem = async (name: string, code: string) => answer((await begin(name)).body["Session"], name, code);

test("a client of Amazon's signs in with the code, needs no second factor, and a refresh keeps how it signed in", async () => {
  const { sub, email } = await world.user();
  openBrowser(world);
  const code = await world.identity.issueSignInCode(sub);
  const first = await signIn({ username: email, options: { authFlowType: "CUSTOM_WITHOUT_SRP" } });
  expect(first.nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE");
  const second = await confirmSignIn({ challengeResponse: code });
  expect(second.isSignedIn).toBe(true);
  const { tokens } = await fetchAuthSession();
  expect(decodeJwt(String(tokens?.idToken))).toMatchObject({ sub, email, amr: ["sso"] });
  const { tokens: later } = await fetchAuthSession({ forceRefresh: true });
  expect(decodeJwt(String(later?.idToken))["amr"]).toEqual(["sso"]);
  expect(world.audit.filter(({ action }) => action === "sign_in")).toMatchObject([{ sub, detail: { method: "sso" } }]);
});

test("a code works once, for a minute, and only for the person it was made for", async () => {
  const [one, other] = [await world.user(), await world.user()];
  const used = await world.identity.issueSignInCode(one.sub);
  expect((await redeem(one.email, used)).status).toBe(200);
  expect((await redeem(one.email, used)).body.type).toBe("NotAuthorizedException");

  const foreign = await world.identity.issueSignInCode(one.sub);
  expect((await redeem(other.email, foreign)).body.type).toBe("NotAuthorizedException");

  const old = await world.identity.issueSignInCode(one.sub);
  world.pass(60_000);
  expect((await redeem(one.email, old)).body.type).toBe("NotAuthorizedException");
  const signIns = world.audit.map(({ action }) => action).filter((action) => action.startsWith("sign_in"));
  expect(signIns).toEqual(["sign_in", "sign_in_failed", "sign_in_failed", "sign_in_failed"]);
});

test("the challenge and its refusal reveal nothing about who exists", async () => {
  const { email } = await world.user();
  const shapes = [];
  for (const name of [email, "nobody@pulse.test"]) {
    const started = await begin(name);
    const { Session: session, ChallengeParameters: parameters, ...rest } = started.body;
    const again = (await begin(name)).body["ChallengeParameters"];
    const refused = await answer(session, name, "not-a-code");
    shapes.push([started.status, rest, Object.keys(parameters as object), refused.status]);
    expect(again).toEqual(parameters);
    expect(refused.body).toMatchObject({ type: "NotAuthorizedException", message: "Incorrect username or password." });
  }
  expect(shapes[0]).toEqual(shapes[1]);
});

test("wrong codes are limited for each account, and do not keep its owner out", async () => {
  const { sub, email } = await world.user();
  const messages: unknown[] = [];
  for (let nth = 0; nth < 7; nth++) messages.push((await redeem(email, "wrong")).body.message);
  expect(messages.at(0)).toBe("Incorrect username or password.");
  expect(messages.at(-1)).toBe("Password attempts exceeded");
  expect((await redeem(email, await world.identity.issueSignInCode(sub))).status).toBe(200);
});

test("a disabled person stays out, even with a code from before", async () => {
  const { sub, email } = await world.user();
  const code = await world.identity.issueSignInCode(sub);
  await world.identity.admin.disableUser({ pool: "current", username: sub });
  expect((await redeem(email, code)).body.message).toBe("User is disabled.");
});

test("a password sign-in does not carry the mark of another provider", async () => {
  const { email, password } = await world.user({ mfaEnabled: false });
  const { body } = await world.call("InitiateAuth", {
    ClientId: clientId(),
    AuthFlow: "USER_PASSWORD_AUTH",
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  const { IdToken } = body["AuthenticationResult"] as { IdToken: string };
  expect(decodeJwt(IdToken)).not.toHaveProperty("amr");
});
