import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tokensOf, type Tokens } from "./support/signInWire.ts";
import { deviceVerifier, srpClient } from "./support/srpClient.ts";
import { createWorld, password, type WireAnswer, type World } from "./support/world.ts";

/*
 * Devices on the bare wire, as used by clients that are not installed here: amazon-cognito-identity-js answers
 * DEVICE_SRP_AUTH with the session of the SMS step.
 */

let world: World;
let ClientId: string;
beforeAll(async () => {
  world = await createWorld();
  ClientId = world.identity.pools.current.clientId;
});
afterAll(() => world.close());

const devicePassword = "a device's own random secret";

interface Owned {
  user: { email: string; sub: string; phone: string };
  tokens: Tokens;
  deviceKey: string;
  groupKey: string;
}

/** A person with MFA who has signed in once and confirmed the device. */
async function owned(): Promise<Owned> {
  const user = await world.user();
  const first = await start(user.email);
  const tokens = tokensIn(await sms(first, user));
  const { DeviceKey: deviceKey = "", DeviceGroupKey: groupKey = "" } = tokens.NewDeviceMetadata ?? {};
  const confirmed = await world.call("ConfirmDevice", {
    AccessToken: tokens.AccessToken,
    DeviceKey: deviceKey,
    DeviceSecretVerifierConfig: deviceVerifier(groupKey, deviceKey, devicePassword),
  });
  expect(confirmed.body).toEqual({ UserConfirmationNecessary: true });
  return { user, tokens, deviceKey, groupKey };
}

const start = (USERNAME: string, DEVICE_KEY?: string) =>
  world.call("InitiateAuth", {
    ClientId,
    AuthFlow: "USER_PASSWORD_AUTH",
    AuthParameters: { USERNAME, PASSWORD: password, ...(DEVICE_KEY ? { DEVICE_KEY } : {}) },
  });

const answer = (ChallengeName: string, Session: unknown, ChallengeResponses: Record<string, string>) =>
  world.call("RespondToAuthChallenge", { ClientId, ChallengeName, Session, ChallengeResponses });

const sms = (challenge: WireAnswer, user: { sub: string; phone: string }, extra: Record<string, string> = {}) =>
  answer("SMS_MFA", challenge.body["Session"], { USERNAME: user.sub, SMS_MFA_CODE: world.code(user.phone), ...extra });

const tokensIn = (from: WireAnswer): Tokens => {
  if (!from.body["AuthenticationResult"]) throw new Error(JSON.stringify(from.body));
  return from.body["AuthenticationResult"] as Tokens;
};

const remember = (tokens: Tokens, DeviceKey: string, DeviceRememberedStatus: string) =>
  world.call("UpdateDeviceStatus", { AccessToken: tokens.AccessToken, DeviceKey, DeviceRememberedStatus });

/** Both device steps with the given session and device password. */
async function proveDevice(session: unknown, { user, deviceKey, groupKey }: Owned, secret = devicePassword) {
  const client = srpClient();
  const challenge = await answer("DEVICE_SRP_AUTH", session, {
    USERNAME: user.sub,
    DEVICE_KEY: deviceKey,
    SRP_A: client.publicAHex,
  });
  if (challenge.body.type) return challenge;
  const parameters = challenge.body["ChallengeParameters"] as Record<string, string>;
  const timestamp = "Sat Nov 21 09:30:00 UTC 2026";
  const secretBlock = parameters["SECRET_BLOCK"] ?? "";
  const { signature } = client.prove({
    group: groupKey,
    id: deviceKey,
    password: secret,
    saltHex: parameters["SALT"] ?? "",
    publicBHex: parameters["SRP_B"] ?? "",
    secretBlock: Buffer.from(secretBlock, "base64"),
    timestamp,
  });
  return answer("DEVICE_PASSWORD_VERIFIER", challenge.body["Session"], {
    USERNAME: user.sub,
    DEVICE_KEY: deviceKey,
    PASSWORD_CLAIM_SECRET_BLOCK: secretBlock,
    PASSWORD_CLAIM_SIGNATURE: signature,
    TIMESTAMP: timestamp,
  });
}

describe("devices", () => {
  test("a device that is only tracked is asked for its proof after the code, and the proof may name the code's session", async () => {
    for (const withOldSession of [true, false]) {
      const mine = await owned();
      const first = await start(mine.user.email, mine.deviceKey);
      expect(first.body["ChallengeName"]).toBe("SMS_MFA");
      const second = await sms(first, mine.user);
      expect(second.body["ChallengeName"]).toBe("DEVICE_SRP_AUTH");
      const session = withOldSession ? first.body["Session"] : second.body["Session"];
      const tokens = tokensIn(await proveDevice(session, mine));
      expect(tokens.NewDeviceMetadata).toBeUndefined();
      expect((await proveDevice(session, mine)).body.type).toBe("NotAuthorizedException");
    }
  });

  test("a remembered device replaces the code only if it proves its own secret", async () => {
    const mine = await owned();
    await remember(mine.tokens, mine.deviceKey, "remembered");
    const sent = world.outbox.length;
    const first = await start(mine.user.email, mine.deviceKey);
    expect(first.body["ChallengeName"]).toBe("DEVICE_SRP_AUTH");
    expect((await proveDevice(first.body["Session"], mine, "another secret")).body.type).toBe("NotAuthorizedException");
    const again = await start(mine.user.email, mine.deviceKey);
    expect(tokensIn(await proveDevice(again.body["Session"], mine)).AccessToken).toBeDefined();
    expect(world.outbox.length).toBe(sent);
  });

  test("a device whose proof was wrong five times is locked for a second, also for the right proof", async () => {
    const mine = await owned();
    await remember(mine.tokens, mine.deviceKey, "remembered");
    const prove = async (secret: string) => {
      const first = await start(mine.user.email, mine.deviceKey);
      return (await proveDevice(first.body["Session"], mine, secret)).body;
    };
    for (let tries = 0; tries < 5; tries += 1)
      expect((await prove("another secret")).message).toBe("Incorrect username or password.");
    const audited = world.audit.length;
    for (const secret of ["another secret", devicePassword])
      expect((await prove(secret)).message).toBe("Password attempts exceeded");
    expect(world.audit.slice(audited).map(({ action, detail }) => [action, detail])).toEqual([
      ["sign_in_failed", { reason: "locked" }],
    ]);
    world.pass(1001);
    expect((await prove(devicePassword))["AuthenticationResult"]).toBeDefined();
  });

  test("a device that stops being remembered during its proof no longer replaces the code", async () => {
    const mine = await owned();
    await remember(mine.tokens, mine.deviceKey, "remembered");
    const first = await start(mine.user.email, mine.deviceKey);
    await remember(mine.tokens, mine.deviceKey, "not_remembered");
    expect((await proveDevice(first.body["Session"], mine)).body.type).toBe("NotAuthorizedException");
    expect((await start(mine.user.email, mine.deviceKey)).body["ChallengeName"]).toBe("SMS_MFA");
  });

  test("another person's device is answered as one that does not exist", async () => {
    const [mine, theirs] = [await owned(), await owned()];
    await remember(theirs.tokens, theirs.deviceKey, "remembered");
    const missing = { type: "ResourceNotFoundException", message: "Device does not exist." };
    expect((await start(mine.user.email, theirs.deviceKey)).body).toMatchObject(missing);
    expect((await remember(mine.tokens, theirs.deviceKey, "remembered")).body).toMatchObject(missing);
    const config = deviceVerifier(theirs.groupKey, theirs.deviceKey, "mine");
    const stolen = await world.call("ConfirmDevice", {
      AccessToken: mine.tokens.AccessToken,
      DeviceKey: theirs.deviceKey,
      DeviceSecretVerifierConfig: config,
    });
    expect(stolen.body).toMatchObject(missing);
    const own = await start(mine.user.email, mine.deviceKey);
    const second = await sms(own, mine.user);
    expect((await proveDevice(second.body["Session"], { ...mine, deviceKey: theirs.deviceKey })).body).toMatchObject(
      missing,
    );
  });

  test("a confirmed device keeps its secret, and confirming it again is refused", async () => {
    const mine = await owned();
    const again = await world.call("ConfirmDevice", {
      AccessToken: mine.tokens.AccessToken,
      DeviceKey: mine.deviceKey,
      DeviceSecretVerifierConfig: deviceVerifier(mine.groupKey, mine.deviceKey, "another"),
    });
    expect(again.body.type).toBe("InvalidParameterException");
    await remember(mine.tokens, mine.deviceKey, "remembered");
    const first = await start(mine.user.email, mine.deviceKey);
    expect(tokensIn(await proveDevice(first.body["Session"], mine)).AccessToken).toBeDefined();
  });

  test("a tracked device's refresh token requires its key, and stops working once the device is forgotten", async () => {
    const { tokens, deviceKey } = await owned();
    const refresh = async (DeviceKey?: string) =>
      world.call("InitiateAuth", {
        ClientId,
        AuthFlow: "REFRESH_TOKEN_AUTH",
        AuthParameters: { REFRESH_TOKEN: tokens.RefreshToken, ...(DeviceKey ? { DEVICE_KEY: DeviceKey } : {}) },
      });
    expect((await refresh()).body.message).toBe("Invalid Refresh Token");
    expect(tokensIn(await refresh(deviceKey)).AccessToken).toBeDefined();
    const forgotten = await world.call("ForgetDevice", { AccessToken: tokens.AccessToken, DeviceKey: deviceKey });
    expect(forgotten).toMatchObject({ status: 200, body: {} });
    expect((await refresh(deviceKey)).body.message).toBe("Invalid Refresh Token");
  });

  test("a person can list their own devices in pages, and read one by its key", async () => {
    const user = await world.user({ mfaEnabled: false });
    const keys: string[] = [];
    let AccessToken = "";
    for (let count = 0; count < 3; count += 1) {
      const tokens = await tokensOf(world, user);
      const { DeviceKey = "", DeviceGroupKey = "" } = tokens.NewDeviceMetadata ?? {};
      ({ AccessToken } = tokens);
      await world.call("ConfirmDevice", {
        AccessToken,
        DeviceKey,
        DeviceName: `Browser ${count}`,
        DeviceSecretVerifierConfig: deviceVerifier(DeviceGroupKey, DeviceKey, devicePassword),
      });
      keys.push(DeviceKey);
    }
    const first = (await world.call("ListDevices", { AccessToken, Limit: 2 })).body;
    const rest = (await world.call("ListDevices", { AccessToken, Limit: 2, PaginationToken: first["PaginationToken"] }))
      .body;
    const found = [first, rest].flatMap((page) =>
      (page["Devices"] as { DeviceKey: string }[]).map((each) => each.DeviceKey),
    );
    expect(found.toSorted()).toEqual(keys.toSorted());
    expect(rest["PaginationToken"]).toBeUndefined();
    const one = await world.call("GetDevice", { AccessToken, DeviceKey: keys[1] });
    expect(one.body["Device"]).toMatchObject({ DeviceKey: keys[1], DeviceCreateDate: expect.any(Number) as number });
  });
});
