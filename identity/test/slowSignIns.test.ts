import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { srpAnswer, type Tokens } from "./support/signInWire.ts";
import { createWorld, password, type WireAnswer, type World } from "./support/world.ts";

// Sign-ins begun with the old password that race with the change that ends them.
let world: World;
let ClientId: string;
beforeAll(async () => {
  world = await createWorld();
  ClientId = world.identity.pools.current.clientId;
});
afterAll(() => world.close());

interface TestUser {
  sub: string;
  email: string;
}

const signIn = (user: TestUser) =>
  world.call("InitiateAuth", {
    ClientId,
    AuthFlow: "USER_PASSWORD_AUTH",
    AuthParameters: { USERNAME: user.email, PASSWORD: password },
  });

const enders: Record<string, (user: TestUser) => Promise<unknown>> = {
  "a reset of the password": (user) =>
    world.call("ConfirmForgotPassword", {
      ClientId,
      Username: user.email,
      ConfirmationCode: world.code(user.email),
      Password: "Another-pass-7",
    }),
  "a deletion": (user) => world.identity.admin.deleteUser({ pool: "current", username: user.sub }),
  "a disabling": (user) => world.identity.admin.disableUser({ pool: "current", username: user.sub }),
};

async function expectNothingLivesOn(answers: WireAnswer[]): Promise<void> {
  // Refused each time, and never by an internal error.
  expect(answers.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([]);
  const tokens = answers
    .map(({ body }) => body["AuthenticationResult"] as Tokens | undefined)
    .filter(Boolean) as Tokens[];
  const revoked = await world.identity.revokedOriginJtis(0);
  for (const { RefreshToken, AccessToken } of tokens) {
    // The API only knows from this list that a session has ended.
    expect(revoked).toContain(decodeJwt(AccessToken)["origin_jti"]);
    const refreshed = await world.call("GetTokensFromRefreshToken", { ClientId, RefreshToken });
    expect(refreshed.body.type).toBe("NotAuthorizedException");
    expect((await world.call("GetUser", { AccessToken })).status).toBe(400);
  }
}

test.each(Object.entries(enders))("no sign-in of 25 that run alongside %s survives", async (_name, end) => {
  const user = await world.user({ mfaEnabled: false });
  await world.call("ForgotPassword", { ClientId, Username: user.email });
  // Opens the connections, so that the sign-ins arrive together and are checked in turn.
  await Promise.all(Array.from({ length: 26 }, () => world.call("GetUser", {})));
  const begun = Array.from({ length: 25 }, () => signIn(user));
  await Promise.race(begun);
  const ended = end(user);
  const answers = await Promise.all(begun);
  await ended;
  await expectNothingLivesOn(answers);
});

test.each(Object.entries(enders))("SRP answers prepared before %s do not survive it", async (_name, end) => {
  const user = await world.user({ mfaEnabled: false });
  await world.call("ForgotPassword", { ClientId, Username: user.email });
  const prepared = await Promise.all(Array.from({ length: 6 }, () => srpAnswer(world, user.email, password)));
  const [answers] = await Promise.all([
    Promise.all(prepared.map(({ request }) => world.call("RespondToAuthChallenge", request))),
    end(user),
  ]);
  await expectNothingLivesOn(answers);
});

test.each(Object.entries(enders))(
  "a code step that began before %s cannot be completed after it",
  async (_name, end) => {
    const user = await world.user();
    const challenge = await signIn(user);
    const code = world.code(user.phone);
    await world.call("ForgotPassword", { ClientId, Username: user.email });
    await end(user);
    const late = await world.call("RespondToAuthChallenge", {
      ClientId,
      ChallengeName: "SMS_MFA",
      Session: challenge.body["Session"],
      ChallengeResponses: { USERNAME: user.sub, SMS_MFA_CODE: code },
    });
    expect([late.status, late.body.type]).toEqual([400, "NotAuthorizedException"]);
  },
);
