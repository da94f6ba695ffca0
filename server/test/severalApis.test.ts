import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { stepMs, totpCode } from "@pulse/identity/totp";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { everythingChanged } from "../src/platform/bus/changed.ts";
import { call } from "./support/api.ts";
import { askedReports, linesOf } from "./support/askedReports.ts";
import { aCustomer, anAsset, aSite, aToken, type TestSite } from "./support/builders.ts";
import { temporaryFolder } from "./support/database.ts";
import { hasNats, type NatsServer, natsServer } from "./support/natsServer.ts";
import { aPerson, codeTo, identityCall, passwordSignIn, tokensIn, tokensOf } from "./support/people.ts";
import { operationIds } from "./support/rights.ts";
import { hasS3Server, type S3Server, s3Server } from "./support/s3Server.ts";
import { floorsOf, oneFloor, siteForm, siteName } from "./support/siteForms.ts";
import { sixGateways } from "./support/sixGateways.ts";
import { publishMessages, tagMessages } from "./support/tagMessages.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

/** The machine may be busy. */
const patience = { timeout: 60_000, interval: 100 };

// Two machines behind a balancer: each has a data folder of its own, and the balancer sends every call to either.
describe.skipIf(!hasNats || !hasS3Server)("two processes with the role api", () => {
  let nats: NatsServer;
  let files: S3Server;
  let one: TestPulse;
  let two: TestPulse;
  let locating: TestPulse;
  let customer: NewCustomer;
  let site: TestSite;
  let administrator: string;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    [nats, files] = await Promise.all([natsServer(), s3Server()]);
    const settings = {
      PULSE_NATS_URL: nats.url,
      PULSE_DATABASE_URL: "postgres://opened-by-the-test/pulse",
      PULSE_FILES_URL: files.url(files.bucket()),
      PULSE_PUBLIC_URL: "http://balancer.test",
      PULSE_CLUSTER: "two_apis",
      PULSE_UNSAFE: "1",
    };
    const started = async (roles: string, keep: boolean): Promise<TestPulse> => {
      const folder = mkdtempSync(join(temporaryFolder(), "machine-"));
      const pulse = await testPulse({ ...settings, PULSE_DATA_DIR: folder, PULSE_ROLES: roles }, { keep });
      return { ...pulse, url: `http://127.0.0.1:${pulse.port}` };
    };
    one = await started("api,ingest", false);
    two = await started("api,jobs", true);
    locating = await started("locate", true);
  });
  afterAll(async () => {
    for (const socket of sockets) socket.close();
    for (const pulse of [locating, two, one]) await pulse.stop();
    await Promise.all([nats.remove(), files.stop()]);
  });
  beforeEach(async () => {
    customer = await aCustomer(one);
    site = await aSite(one, customer);
    administrator = await aToken(one, customer, "Administrator");
  });

  const statusAt = async (pulse: TestPulse, token: string, path = "users/me"): Promise<number> =>
    (await call(pulse, "GET", path, { token })).status;

  /** A live socket of somebody, and what it shows. */
  const watch = async (pulse: TestPulse, token: string) => {
    const socket = io(pulse.url, { transports: ["websocket"], forceNew: true, reconnection: false });
    sockets.push(socket);
    const shown: { asset_id: string }[] = [];
    socket.on("location_update", (items: { asset_id: string }[]) => shown.push(...items));
    const left = new Promise<string>((resolve) => {
      socket.on("failed_login", () => resolve("failed_login"));
      socket.on("disconnect", (reason) => resolve(reason));
    });
    const joined = new Promise((resolve) => socket.emit("login", token, site.id, resolve));
    expect(await joined).toEqual({ ok: true });
    return { shown, left };
  };

  test("tokens, refreshes and the admin pair of one are good at the other", async () => {
    const { email } = await aPerson(one, customer);
    const body = await passwordSignIn(one, email);
    const { idToken } = tokensIn(body);
    expect([await statusAt(one, idToken), await statusAt(two, idToken)]).toEqual([200, 200]);
    const { RefreshToken: REFRESH_TOKEN } = body["AuthenticationResult"] as { RefreshToken: string };
    const refreshed = await identityCall(two, "InitiateAuth", {
      AuthFlow: "REFRESH_TOKEN_AUTH",
      ClientId: two.identity.pools.current.clientId,
      AuthParameters: { REFRESH_TOKEN },
    });
    expect(await statusAt(one, tokensIn(refreshed.body).idToken)).toBe(200);
    const pair = ({ config }: TestPulse): string =>
      readFileSync(join(config.dataDir, "keys", "identity-admin.json"), "utf8");
    expect(pair(two)).toBe(pair(one));
  });

  test("a sign-in that begins at one goes on at the other: a code by text, and one of an authenticator app", async () => {
    const { email, phoneNumber } = await aPerson(one, customer, { phone: "verified", mfa: true });
    const { clientId: ClientId } = one.identity.pools.current;
    const respond = async (at: TestPulse, ChallengeName: string, Session: unknown, responses: object) =>
      (
        await identityCall(at, "RespondToAuthChallenge", {
          ChallengeName,
          ClientId,
          Session,
          ChallengeResponses: { USERNAME: email, ...responses },
        })
      ).body;
    const begun = await passwordSignIn(one, email);
    const SMS_MFA_CODE = await codeTo(two, phoneNumber);
    const { accessToken: AccessToken } = tokensIn(await respond(two, "SMS_MFA", begun["Session"], { SMS_MFA_CODE }));
    const { body: app } = await identityCall(one, "AssociateSoftwareToken", { AccessToken });
    const code = (steps: number) => totpCode(String(app["SecretCode"]), Math.floor(Date.now() / stepMs) + steps);
    const verified = await identityCall(two, "VerifySoftwareToken", { AccessToken, UserCode: code(0) });
    expect(verified.body["Status"]).toBe("SUCCESS");
    await identityCall(one, "SetUserMFAPreference", {
      AccessToken,
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
    });
    const again = await passwordSignIn(two, email);
    const answer = { SOFTWARE_TOKEN_MFA_CODE: code(1) };
    expect(tokensIn(await respond(one, "SOFTWARE_TOKEN_MFA", again["Session"], answer))).toBeTruthy();
  });

  test("a plan that was uploaded to one is served by the other", async () => {
    const plan = await sharp({ create: { width: 400, height: 250, channels: 3, background: "white" } })
      .png()
      .toBuffer();
    const data = { name: siteName(), customer_id: customer.id, buildings: oneFloor() };
    const { status, content } = await call(one, "POST", "sites", {
      token: administrator,
      body: siteForm(data, { plan }),
    });
    expect(status).toBe(201);
    const url = String(floorsOf(content)[0]!["image_url"]);
    expect(await statusAt(two, administrator, url)).toBe(200);
  });

  test("a report that one writes is downloaded at the other, and lies in the bucket alone", async () => {
    const { content: me } = await call(one, "GET", "users/me", { token: administrator });
    const span = { start_time_utc: "2026-10-24T00:00:00.000Z", end_time_utc: "2026-10-26T00:00:00.000Z" };
    const person = { token: administrator, email: String(me["email"]) };
    const { ask, done, fileOf, mailsOf } = askedReports({ pulse: one, siteId: site.id, person, span });
    const report = await done((await ask("active-beacons")).content["id"]);
    expect(linesOf(await fileOf(report))[0]).toContain("asset");
    const [mail] = await mailsOf(report);
    const link = new URL(mail!.attachments[0]!.url).pathname.replace("/api/v3/", "");
    for (const pulse of [one, two]) expect(await call(pulse, "GET", link)).toMatchObject({ status: 200 });
    for (const { config } of [one, two])
      expect(existsSync(join(config.dataDir, "reports", String(report["id"])))).toBe(false);
    expect((await call(one, "DELETE", `reports/${String(report["id"])}`, { token: administrator })).status).toBe(200);
    expect(await statusAt(two, administrator, link)).toBe(404);
  });

  test("a change of rights at one counts at the other", async () => {
    const { email, userId } = await aPerson(one, customer);
    const { idToken } = await tokensOf(two, email);
    const asset = await anAsset(one, customer, site);
    expect(await statusAt(two, idToken, `assets/${asset.id}`)).toBe(200);
    const { content: role } = await call(one, "POST", "roles", {
      token: administrator,
      body: {
        name: "Gateways only",
        customer_id: customer.id,
        operation_ids: await operationIds(one, ["hardware_management.r"]),
      },
    });
    const { status } = await call(one, "PUT", `users/${userId}`, {
      token: administrator,
      body: { role_id: role["id"], user_group_id: customer.groupId },
    });
    expect(status).toBe(200);
    await vi.waitFor(async () => expect(await statusAt(two, idToken, `assets/${asset.id}`)).toBe(403), patience);
  });

  test("a session that was ended at one is over at the other, and so is its socket", async () => {
    const { email } = await aPerson(one, customer);
    const { idToken, accessToken } = await tokensOf(one, email);
    const { left } = await watch(two, idToken);
    await identityCall(one, "GlobalSignOut", { AccessToken: accessToken });
    await vi.waitFor(async () => expect(await statusAt(two, idToken)).toBe(401), patience);
    await left;
  });

  test("an API key that was deleted at one is refused by the other", async () => {
    const { content: key } = await call(one, "POST", "api-keys", {
      token: administrator,
      body: {
        name: "Warehouse system",
        customer_id: customer.id,
        operation_ids: await operationIds(one, ["asset_management.r"]),
        site_ids: [],
        expires_at: null,
      },
    });
    const token = String(key["key"]);
    expect(await statusAt(two, token, `assets?site_id=${site.id}`)).toBe(200);
    expect((await call(one, "DELETE", `api-keys/${String(key["id"])}`, { token: administrator })).status).toBe(200);
    expect(await statusAt(two, token, `assets?site_id=${site.id}`)).toBe(401);
  });

  test("positions that a third process works out reach the sockets of both", async () => {
    const gateways = await sixGateways(one, customer, site);
    const asset = await anAsset(one, customer, site);
    // They were written past the API, which would have told every process.
    for (const pulse of [one, two, locating]) pulse.bus.publish("changed", everythingChanged);
    for (const pulse of [one, two, locating]) await pulse.settled();
    const watched = [await watch(one, administrator), await watch(two, administrator)];
    await publishMessages(one, tagMessages(gateways, asset, { x: 12, y: 8 }));
    await vi.waitFor(() => {
      for (const { shown } of watched) expect(shown.map(({ asset_id }) => asset_id)).toContain(asset.id);
    }, patience);
  });

  test("limits on calls count at both together", async () => {
    const tries: number[] = [];
    for (let nth = 0; nth < 70; nth++) tries.push(await statusAt(nth % 2 ? one : two, `pulse_${"x".repeat(40)}`));
    expect(tries.filter((status) => status === 401).length).toBeLessThanOrEqual(60);
    expect(tries.slice(60)).toEqual(Array.from({ length: 10 }, () => 429));
  });
});
