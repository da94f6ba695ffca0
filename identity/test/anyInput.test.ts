import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isAdminName, operations } from "../src/operations.ts";
import { tokensOf } from "./support/signInWire.ts";
import { createWorld, type World } from "./support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ limits: { loopbackPerMin: 1_000_000 } });
});
afterAll(() => world.close());

test("any input to any identity operation gets an answer or one of Cognito's errors, never an internal failure", async () => {
  const user = await world.user({ mfaEnabled: false });
  const { AccessToken, RefreshToken } = await tokensOf(world, user);
  const names = [...operations.keys()].filter((name) => !isAdminName(name) && name !== "DeleteUser");
  const value = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.constantFrom(
      AccessToken,
      RefreshToken,
      user.email,
      user.sub,
      "USER_SRP_AUTH",
      "PASSWORD_VERIFIER",
      "email",
      "a\u0000b",
    ),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const strings = fc.dictionary(
    fc.constantFrom(
      "USERNAME",
      "PASSWORD",
      "SRP_A",
      "SMS_MFA_CODE",
      "DEVICE_KEY",
      "TIMESTAMP",
      "__proto__",
      "REFRESH_TOKEN",
    ),
    value,
  );
  const body = fc.record(
    {
      ClientId: fc.oneof({ weight: 4, arbitrary: fc.constant(world.identity.pools.current.clientId) }, value),
      AccessToken: fc.oneof({ weight: 2, arbitrary: fc.constant(AccessToken) }, value),
      Username: value,
      Password: value,
      AuthFlow: fc.oneof(fc.constantFrom("USER_SRP_AUTH", "USER_PASSWORD_AUTH", "REFRESH_TOKEN_AUTH"), value),
      AuthParameters: fc.oneof(strings, value),
      ChallengeName: fc.oneof(fc.constantFrom("PASSWORD_VERIFIER", "SMS_MFA", "DEVICE_SRP_AUTH"), value),
      ChallengeResponses: fc.oneof(strings, value),
      Session: value,
      ConfirmationCode: value,
      Code: value,
      AttributeName: fc.oneof(fc.constantFrom("email", "phone_number"), value),
      DeviceKey: value,
      DeviceName: value,
      DeviceSecretVerifierConfig: fc.oneof(fc.record({ Salt: value, PasswordVerifier: value }), value),
      UserAttributes: fc.oneof(fc.array(fc.record({ Name: value, Value: value }), { maxLength: 3 }), value),
      PaginationToken: value,
      Limit: value,
      RefreshToken: value,
      Token: value,
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.oneof(body, fc.jsonValue()), async (name, sent) => {
      const answer = await world.call(name, sent ?? "null");
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 400) expect(answer.body.type).toMatch(/Exception$/);
    }),
    { numRuns: 250 },
  );
});
