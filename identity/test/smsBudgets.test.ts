import { AdminUpdateUserAttributesCommand } from "@aws-sdk/client-cognito-identity-provider";
import { signIn } from "aws-amplify/auth";
import { afterEach, expect, test } from "vitest";
import { openBrowser } from "./support/amplify.ts";
import { sdkClient } from "./support/sdk.ts";
import { tokensOf } from "./support/signInWire.ts";
import { createWorld, password, type World } from "./support/world.ts";

// Text messages cost money, and an attacker who can have them sent anywhere profits from it.
let world: World;
let ClientId: string;
const open = async (limits = {}): Promise<void> => {
  world = await createWorld({ trustProxy: true, limits });
  ClientId = world.identity.pools.current.clientId;
};
afterEach(() => world.close());

const from = (address: string) => ({ "x-forwarded-for": address });
const begin = async (email: string, address: string) =>
  (
    await world.call(
      "InitiateAuth",
      { ClientId, AuthFlow: "USER_PASSWORD_AUTH", AuthParameters: { USERNAME: email, PASSWORD: password } },
      from(address),
    )
  ).body;
const outcomeOf = (body: Record<string, unknown>): unknown => body["ChallengeName"] ?? body["type"];
const texts = (): number => world.outbox.filter(({ channel }) => channel === "sms").length;

test("an account gets ten text-message codes an hour, whatever addresses ask for them", async () => {
  await open();
  const user = await world.user();
  for (let nth = 0; nth < 10; nth += 1) expect(outcomeOf(await begin(user.email, `192.0.2.${nth}`))).toBe("SMS_MFA");
  expect(await begin(user.email, "192.0.2.99")).toMatchObject({
    type: "LimitExceededException",
    message: "Attempt limit exceeded, please try after some time.",
  });
  expect([texts(), world.sms.at(-1)]).toEqual([10, "over_account_budget"]);
  expect(world.sms.filter((outcome) => outcome === "sent")).toHaveLength(10);
  world.passOnMachine(3_600_001);
  expect(outcomeOf(await begin(user.email, "192.0.2.1"))).toBe("SMS_MFA");
});

test("a number gets ten codes an hour, whichever account asks for them", async () => {
  await open();
  const people = await Promise.all([world.user(), world.user()]);
  const shared = people[0].phone;
  await world.identity.admin.setPhone({ pool: "current", username: people[1].sub }, shared, true);
  for (let nth = 0; nth < 10; nth += 1)
    expect(outcomeOf(await begin(people[nth % 2]!.email, `192.0.2.${nth}`))).toBe("SMS_MFA");
  expect(outcomeOf(await begin(people[0].email, "192.0.2.99"))).toBe("LimitExceededException");
  expect([texts(), world.sms.at(-1)]).toEqual([10, "over_number_budget"]);
});

test("an address has one budget for everybody it signs in, counted by /64 for IPv6", async () => {
  await open({ smsPerAddress: 3 });
  for (let nth = 1; nth <= 3; nth += 1)
    expect(outcomeOf(await begin((await world.user()).email, `2001:db8::${nth}`))).toBe("SMS_MFA");
  const other = await world.user();
  expect(outcomeOf(await begin(other.email, "2001:db8::ffff:1"))).toBe("LimitExceededException");
  expect(world.sms.at(-1)).toBe("over_address_budget");
  expect(outcomeOf(await begin(other.email, "2001:db8:0:1::1"))).toBe("SMS_MFA");
});

test("the installation has one budget for signing in and another for numbers that are not yet verified", async () => {
  await open({ smsToSignIn: 2, smsToVerify: 2 });
  const prove = async (nth: number) => {
    const { AccessToken } = await tokensOf(world, await world.user({ mfaEnabled: false }));
    const UserAttributes = [{ Name: "phone_number", Value: `+1202555010${nth}` }];
    const answer = await world.call("UpdateUserAttributes", { AccessToken, UserAttributes }, from(`192.0.2.${nth}`));
    return answer.body.type;
  };
  expect([await prove(1), await prove(2), await prove(3)]).toEqual([undefined, undefined, "LimitExceededException"]);
  expect(world.sms.at(-1)).toBe("over_installation_budget");
  const signIns = [];
  for (let nth = 1; nth <= 3; nth += 1)
    signIns.push(outcomeOf(await begin((await world.user()).email, `192.0.2.${nth}`)));
  expect(signIns).toEqual(["SMS_MFA", "SMS_MFA", "LimitExceededException"]);
});

test("this machine itself may send more than a hundred codes an hour", async () => {
  await open();
  const user = await world.user();
  const answers = [];
  for (let nth = 0; nth < 120; nth += 1) answers.push(outcomeOf(await begin(user.email, "127.0.0.1")));
  expect(new Set(answers)).toEqual(new Set(["SMS_MFA"]));
});

test("a message that cannot be delivered is counted as failed", async () => {
  await open();
  const user = await world.user();
  world.breakDelivery(true);
  expect(outcomeOf(await begin(user.email, "192.0.2.1"))).toBe("CodeDeliveryFailureException");
  world.breakDelivery(false);
  expect(world.sms).toEqual(["failed"]);
});

test("a server that changes a number for somebody passes on their address, and that address is counted", async () => {
  await open({ smsPerAddress: 1 });
  const client = sdkClient(world);
  const change = async (caller_address: string) => {
    const user = await world.user({ mfaEnabled: false });
    return client.send(
      new AdminUpdateUserAttributesCommand({
        UserPoolId: world.identity.pools.current.userPoolId,
        Username: user.sub,
        UserAttributes: [{ Name: "phone_number", Value: `+1202555${String(texts()).padStart(4, "0")}` }],
        ClientMetadata: { caller_address },
      }),
    );
  };
  await change("192.0.2.1");
  await expect(change("192.0.2.1")).rejects.toMatchObject({ name: "LimitExceededException" });
  await change("192.0.2.2");
  client.destroy();
});

test("aws-amplify gets the limit of text messages under its error name", async () => {
  await open({ smsFromLoopback: 1 });
  const user = await world.user();
  openBrowser(world);
  const attempt = () => signIn({ username: user.email, password, options: { authFlowType: "USER_PASSWORD_AUTH" } });
  expect((await attempt()).nextStep.signInStep).toBe("CONFIRM_SIGN_IN_WITH_SMS_CODE");
  await expect(attempt()).rejects.toMatchObject({ name: "LimitExceededException" });
});
