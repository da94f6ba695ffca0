import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { testDatabase, testDatabaseUrl } from "@pulse/server/test/support/database";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { runAdmin } from "../src/admin/admin.ts";
import { askPassword } from "../src/admin/askPassword.ts";
import { keptStream } from "./streams.ts";
import { freePort } from "../../scripts/freePort.mjs";

const bin = new URL("../bin/pulse.mjs", import.meta.url).pathname;
const password = "Pulse-test-1";
const root = "create-superadmin --email Root@Pulse.test --given-name Ro --family-name Ot".split(" ");
root.push("--phone", "+12025550100", "--password-stdin");
const folders: string[] = [];
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null) {
      // If the launcher were killed outright, it could not stop the product.
      child.kill("SIGTERM");
      await once(child, "exit");
    }
  }
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "pulse-admin-"));
  folders.push(path);
  return path;
}

interface Run {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  exit: Promise<number | null>;
}

function pulse(args: string[], settings: Record<string, string>, input = ""): Run {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PULSE_|VITEST|AWS_)/.test(name)));
  const child = spawn(process.execPath, [bin, ...args], { env: { ...env, ...settings }, stdio: "pipe" });
  children.push(child);
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  child.stdin.end(input);
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    exit: once(child, "close").then(([code]) => code as number | null),
  };
}

const admin = (args: string[], settings: Record<string, string>, input = `${password}\n`): Run =>
  pulse(["admin", ...args], settings, input);

async function succeeds(run: Run, text: string): Promise<void> {
  expect([await run.exit, run.stderr()]).toEqual([0, ""]);
  expect(run.stdout()).toContain(text);
}

async function refusal(run: Run, ...parts: string[]): Promise<void> {
  expect(await run.exit).toBe(1);
  const lines = run.stderr().trim().split("\n");
  expect(lines).toHaveLength(1);
  for (const part of parts) expect(lines[0]).toContain(part);
  expect(run.stdout()).toBe("");
}

/** A Pulse that serves, until the test ends it. */
async function serving(settings: Record<string, string>): Promise<{ run: Run; url: string; clientId: string }> {
  const PULSE_PORT = String(await freePort());
  const run = pulse(["serve"], {
    ...settings,
    PULSE_PORT,
    PULSE_MQTT_PORT: String(await freePort()),
    PULSE_LOG_LEVEL: "error",
  });
  const ended = run.exit.then((code) => Promise.reject(new Error(`ended with ${code}: ${run.stderr()}`)));
  const ready = (async () => {
    while (!run.stdout().includes("Pulse is running at")) await once(run.child.stdout!, "data");
  })();
  await Promise.race([ready, ended]);
  ended.catch(() => undefined);
  const url = `http://127.0.0.1:${PULSE_PORT}`;
  const answer = (await (await fetch(`${url}/api/config`)).json()) as {
    result: { content: { identity: { client_id: string } } };
  };
  return { run, url, clientId: answer.result.content.identity.client_id };
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
  "with the embedded database: creates a superadmin once, who signs in with a code, and without one after a reset",
  async () => {
    const settings = { PULSE_DATA_DIR: folder() };
    // A common password, which the pool refuses and does not store.
    await refusal(admin(root, settings, "Password1\n"), "Password entered is not fulfilling the requirement");
    await refusal(admin(["reset-mfa", "--email", "root@pulse.test"], settings), "User is not found");
    await succeeds(admin(root, settings), "root@pulse.test is now a superadmin");
    await refusal(admin(root, settings), "root@pulse.test", "Username already exists");
    const first = await serving(settings);
    expect(first.run.stdout()).not.toContain("/setup?token=");
    expect((await signIn(first))["ChallengeName"]).toBe("SMS_MFA");
    await refusal(admin(root, settings), "PULSE_DATA_DIR", "another Pulse process");
    first.run.child.kill("SIGTERM");
    expect(await first.run.exit).toBe(0);

    await succeeds(admin(["reset-mfa", "--email", "Root@Pulse.test"], settings), "new phone number");
    const second = await serving(settings);
    const { AuthenticationResult: tokens } = (await signIn(second)) as { AuthenticationResult: { IdToken: string } };
    const me = await fetch(`${second.url}/api/v3/users/me`, { headers: { "x-id-token": tokens.IdToken } });
    expect(await me.json()).toMatchObject({
      result: {
        content: { is_superadmin: true, phone_number: null, phone_number_verified: false, mfa_enabled: false },
      },
    });
  },
  // Eight processes in a row, two of them whole servers.
  180_000,
);

test("reports a mistake on the command line before opening anything", async () => {
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

test.skipIf(onPostgres)("makes the same calls to Amazon's pools, with other addresses and credentials", async () => {
  // An embedded endpoint stands in for Amazon's, by the SDK's own variable.
  const dataDir = folder();
  const amazon = await serving({ PULSE_DATA_DIR: dataDir });
  const { default: key } = (await import(join(dataDir, "keys", "identity-admin.json"), {
    with: { type: "json" },
  })) as { default: { access_key_id: string; secret_access_key: string } };
  const settings = {
    PULSE_DATA_DIR: folder(),
    PULSE_IDENTITY: "cognito",
    PULSE_COGNITO_REGION: "us-east-1",
    PULSE_COGNITO_USER_POOL_ID: "us-east-1_PulseMain",
    PULSE_COGNITO_CLIENT_ID: amazon.clientId,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: `${amazon.url}/identity/`,
    AWS_ACCESS_KEY_ID: key.access_key_id,
    AWS_SECRET_ACCESS_KEY: key.secret_access_key,
  };
  await succeeds(admin(root, settings), "is now a superadmin");
  expect((await signIn(amazon))["ChallengeName"]).toBe("SMS_MFA");
  await refusal(admin(root, settings), "Username already exists");
  await succeeds(admin(["reset-mfa", "--email", "root@pulse.test"], settings), "new phone number");
  expect(await signIn(amazon)).toHaveProperty("AuthenticationResult");
});

test.skipIf(testDatabaseUrl() === null)("with PostgreSQL: works while Pulse is running", async () => {
  const { db } = await testDatabase();
  const name = `pulse_admin_${process.pid}`;
  await sql.raw(`create database ${name}`).execute(db);
  try {
    const url = new URL(testDatabaseUrl()!);
    url.pathname = `/${name}`;
    const settings = { PULSE_DATA_DIR: folder(), PULSE_DATABASE_URL: url.href };
    const running = await serving(settings);
    expect(running.run.stdout()).toContain("/setup?token=");
    await succeeds(admin(root, settings), "is now a superadmin");
    expect((await signIn(running))["ChallengeName"]).toBe("SMS_MFA");
    await succeeds(admin(["reset-mfa", "--email", "root@pulse.test"], settings), "new phone number");
    expect(await signIn(running)).toHaveProperty("AuthenticationResult");
    running.run.child.kill("SIGTERM");
    await running.run.exit;
  } finally {
    await sql.raw(`drop database ${name} with (force)`).execute(db);
  }
});

test("asks for the password twice at a terminal and never shows it", async () => {
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
