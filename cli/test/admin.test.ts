import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { readConfig } from "@pulse/server/platform/config/config";
import { createPulse, type Pulse } from "@pulse/server/start/wiring";
import { testDatabase, testDatabaseUrl } from "@pulse/server/test/support/database";
import { sql } from "kysely";
import pino from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { runAdmin } from "../src/admin/admin.ts";
import { askPassword } from "../src/admin/askPassword.ts";
import { aFolder, endPulses, expectRefusal, type PulseProcess, startPulse } from "./pulseProcess.ts";
import { keptStream } from "./streams.ts";

const password = "Pulse-test-1";
const root = "create-superadmin --email Root@Pulse.test --given-name Ro --family-name Ot".split(" ");
root.push("--phone", "+12025550100", "--password-stdin");
/** These tests open a database and accounts up to eight times in a row; one that takes longer than this hangs. */
const severalStartsMs = 180_000;
const running: Pulse[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((pulse) => pulse.stop()));
  await endPulses();
});

/** The command in this process, which is much quicker than one of its own; resolves to what it prints. */
async function admin(args: string[], settings: Record<string, string>, input = `${password}\n`): Promise<string> {
  const { stream, text } = keptStream();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  try {
    await runAdmin(args, { stdout: stream, stderr: stream }, Readable.from([input]));
  } finally {
    vi.unstubAllEnvs();
  }
  return text();
}

/** The same as a person runs it. */
const adminProcess = (args: string[], settings: Record<string, string>): PulseProcess =>
  startPulse(["admin", ...args], settings, `${password}\n`);

async function expectSuccess(run: PulseProcess, text: string): Promise<void> {
  expect([await run.exit, run.stderr()]).toEqual([0, ""]);
  expect(run.stdout()).toContain(text);
}

interface Served {
  pulse: Pulse;
  url: string;
  clientId: string;
}

/** A Pulse that serves, until it is stopped or the test ends. */
async function serving(settings: Record<string, string>): Promise<Served> {
  const config = readConfig({ ...settings, PULSE_PORT: "0", PULSE_MQTT_PORT: "0" }, { demo: false });
  const pulse = await createPulse(config, { log: pino({ level: "silent" }), webFolder: config.dataDir });
  running.push(pulse);
  return { pulse, url: pulse.url, clientId: pulse.identity!.pools.current.clientId };
}

async function stop({ pulse }: Served): Promise<void> {
  running.splice(running.indexOf(pulse), 1);
  await pulse.stop();
}

async function signIn({ url, clientId }: { url: string; clientId: string }): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}/identity/`, {
    method: "POST",
    headers: { "x-amz-target": "AWSCognitoIdentityProviderService.InitiateAuth" },
    body: JSON.stringify({
      AuthFlow: "USER_PASSWORD_AUTH",
      ClientId: clientId,
      AuthParameters: { USERNAME: "root@pulse.test", PASSWORD: password },
    }),
  });
  return (await answer.json()) as Record<string, unknown>;
}

/** The run over PostgreSQL adds nothing for tests that use the embedded database. */
const onPostgres = testDatabaseUrl() !== null;

test.skipIf(onPostgres)(
  "with the embedded database, pulse admin creates one superadmin, who signs in with a code, and without one after a reset",
  async () => {
    const settings = { PULSE_DATA_DIR: aFolder(), PULSE_OUTBOX: "1" };
    // A common password, which the pool refuses and does not store.
    await expect(admin(root, settings, "Password1\n")).rejects.toThrow(
      "Password entered is not fulfilling the requirement",
    );
    await expect(admin(["reset-mfa", "--email", "root@pulse.test"], settings)).rejects.toThrow("User is not found");
    await expectSuccess(adminProcess(root, settings), "root@pulse.test is now a superadmin");
    await expect(admin(root, settings)).rejects.toThrow(/root@pulse\.test.*Username already exists/);
    const first = await serving(settings);
    expect(await first.pulse.openFirstStart()).toBeNull();
    expect((await signIn(first))["ChallengeName"]).toBe("SMS_MFA");
    await expectRefusal(adminProcess(root, settings), "PULSE_DATA_DIR", "another Pulse process");
    await stop(first);

    expect(await admin(["reset-mfa", "--email", "Root@Pulse.test"], settings)).toContain("new phone number");
    const second = await serving(settings);
    const { AuthenticationResult: tokens } = (await signIn(second)) as { AuthenticationResult: { IdToken: string } };
    const me = await fetch(`${second.url}/api/v3/users/me`, { headers: { "x-id-token": tokens.IdToken } });
    expect(await me.json()).toMatchObject({
      result: {
        content: { is_superadmin: true, phone_number: null, phone_number_verified: false, mfa_enabled: false },
      },
    });
  },
  severalStartsMs,
);

test("pulse admin reports a mistake on the command line before opening anything", async () => {
  const run = async (args: string[], input = `${password}\n`) => {
    const io = { stdout: keptStream().stream, stderr: keptStream().stream };
    return runAdmin(args, io, Readable.from([input])).then(
      () => "nothing",
      (error: Error) => error.message,
    );
  };
  expect(await run([])).toContain("create-superadmin or reset-mfa");
  expect(await run(["dance"])).toContain("create-superadmin or reset-mfa");
  expect(await run(["reset-mfa"])).toContain("--email is missing");
  expect(await run([...root, "--email", "root"])).toBe("--email: Not a valid email");
  expect(await run([...root, "--phone", "030 1234"])).toBe("--phone: Enter valid phone number");
  expect(await run([...root, "--given-name", "R*"])).toBe("--given-name: * is not allowed");
  expect(await run([...root, "--nonsense"])).toContain("--nonsense");
  expect(await run(root, "pulse-test\n")).toBe("the password: Password entered is not fulfilling the requirement");
  expect(await run(root, "")).toBe("the password: Password entered is not fulfilling the requirement");
  expect(await run(root.slice(0, -1))).toContain("--password-stdin");
});

test.skipIf(onPostgres)(
  "pulse admin makes the same calls to Amazon's pools, with other addresses and credentials",
  async () => {
    // An embedded endpoint stands in for Amazon's, by the SDK's own variable.
    const dataDir = aFolder();
    const amazon = await serving({ PULSE_DATA_DIR: dataDir, PULSE_OUTBOX: "1" });
    const { default: key } = (await import(join(dataDir, "keys", "identity-admin.json"), {
      with: { type: "json" },
    })) as { default: { access_key_id: string; secret_access_key: string } };
    const settings = {
      PULSE_DATA_DIR: aFolder(),
      PULSE_IDENTITY: "cognito",
      PULSE_COGNITO_REGION: "us-east-1",
      PULSE_COGNITO_USER_POOL_ID: "us-east-1_PulseMain",
      PULSE_COGNITO_CLIENT_ID: amazon.clientId,
      AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: `${amazon.url}/identity/`,
      AWS_ACCESS_KEY_ID: key.access_key_id,
      AWS_SECRET_ACCESS_KEY: key.secret_access_key,
    };
    expect(await admin(root, settings)).toContain("is now a superadmin");
    expect((await signIn(amazon))["ChallengeName"]).toBe("SMS_MFA");
    await expect(admin(root, settings)).rejects.toThrow("Username already exists");
    expect(await admin(["reset-mfa", "--email", "root@pulse.test"], settings)).toContain("new phone number");
    expect(await signIn(amazon)).toHaveProperty("AuthenticationResult");
  },
  severalStartsMs,
);

test.skipIf(testDatabaseUrl() === null)("pulse admin works with PostgreSQL while Pulse is running", async () => {
  const { db } = await testDatabase();
  const name = `pulse_admin_${process.pid}`;
  await sql.raw(`create database ${name}`).execute(db);
  try {
    const url = new URL(testDatabaseUrl()!);
    url.pathname = `/${name}`;
    const settings = { PULSE_DATA_DIR: aFolder(), PULSE_DATABASE_URL: url.href, PULSE_OUTBOX: "1" };
    const served = await serving(settings);
    expect(await served.pulse.openFirstStart()).not.toBeNull();
    await expectSuccess(adminProcess(root, settings), "is now a superadmin");
    expect((await signIn(served))["ChallengeName"]).toBe("SMS_MFA");
    expect(await admin(["reset-mfa", "--email", "root@pulse.test"], settings)).toContain("new phone number");
    expect(await signIn(served)).toHaveProperty("AuthenticationResult");
    await stop(served);
  } finally {
    await sql.raw(`drop database ${name} with (force)`).execute(db);
  }
});

test("pulse admin asks for the password twice at a terminal and never shows it", async () => {
  const asked = async (typed: string) => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin });
    const [stdout, stderr] = [keptStream(), keptStream()];
    const answer = askPassword(stdin, { stdout: stdout.stream, stderr: stderr.stream }).catch((error: Error) => error);
    stdin.write(typed);
    if (typed.endsWith("\u0004")) stdin.end();
    return { answer: await answer, shown: stdout.text() + stderr.text() };
  };
  const same = await asked(`${password}\n${password}\n`);
  expect(same).toEqual({ answer: password, shown: "Password: \nPassword again: \n" });
  expect((await asked(`${password}\nPulse-test-2\n`)).answer).toEqual(new Error("the two passwords differ"));
  expect((await asked("\u0003")).answer).toEqual(new Error("no password was given"));
  expect((await asked("\u0004")).answer).toEqual(new Error("no password was given"));
});
