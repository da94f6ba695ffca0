import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { call } from "./support/api.ts";
import { aToken } from "./support/builders.ts";
import { messagesTo } from "./support/people.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

const servers: { close(): unknown }[] = [];
let pulse: TestPulse | null = null;
afterEach(async () => {
  await pulse?.stop();
  pulse = null;
  for (const server of servers.splice(0)) server.close();
});

async function listening<S extends Server | ReturnType<typeof createTcpServer>>(server: S): Promise<number> {
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** A mail server that answers each command with what it is told to. */
const mailServer = (answers: Record<string, string> = {}): Promise<number> =>
  listening(
    createTcpServer((socket) => {
      socket.on("error", () => undefined);
      socket.write("220 mail.test ESMTP\r\n");
      let isData = false;
      socket.on("data", (bytes) => {
        for (const line of bytes.toString().split("\r\n").filter(Boolean)) {
          if (isData && line !== ".") continue;
          const word = isData ? "." : line.split(" ")[0]!.toUpperCase();
          isData = word === "DATA";
          const usual: Record<string, string> = {
            EHLO: "250-mail.test\r\n250 AUTH PLAIN",
            AUTH: "235 welcome",
            DATA: "354 go on",
            QUIT: "221 bye",
          };
          socket.write(`${answers[word] ?? usual[word] ?? "250 ok"}\r\n`);
        }
      });
    }),
  );

/** An SMS service with a status, and a clock of its own. */
const smsService = (status: number, date?: Date): Promise<number> =>
  listening(
    createServer((request, response) => {
      if (date) response.sendDate = false;
      response.writeHead(request.method === "HEAD" ? 405 : status, date ? { date: date.toUTCString() } : {}).end();
    }),
  );

interface Check {
  id: string;
  state: string;
  message: string;
  settings: string[];
}
const byId = (content: Record<string, unknown>): Record<string, Check> =>
  Object.fromEntries((content["checks"] as Check[]).map((check) => [check.id, check]));

const setup = (path: string, body: object) => call(pulse!, "POST", `setup/${path}`, { body });

describe("the checks of the first start", () => {
  test("the first start's link opens the checks, which name the settings that are missing", async () => {
    pulse = await testPulse({ PULSE_OUTBOX: "" });
    const token = await pulse.openFirstStart();
    const answer = await setup("checks", { token, browser_time: new Date().toISOString() });
    expect(answer.status).toBe(200);
    const checks = byId(answer.content);
    expect(checks["mail"]).toMatchObject({ state: "failed", settings: ["PULSE_SMTP_URL", "PULSE_MAIL_FROM"] });
    expect(checks["texts"]).toMatchObject({ state: "warning" });
    expect(checks["public_address"]).toMatchObject({ state: "failed" });
    expect(checks["data_folder"]).toMatchObject({ state: "ok", settings: [] });
    expect(answer.content).toMatchObject({ channels: [], needs_phone: false, factors: ["totp", "passkey"] });
  });

  test("nobody sees the checks or sends a test without the link, or with it once there is a superadmin", async () => {
    pulse = await testPulse();
    const token = await pulse.openFirstStart();
    const message = { channel: "email", to: "nora@pulse.test" };
    for (const wrong of ["guess", `${token}x`]) {
      expect((await setup("checks", { token: wrong })).status).toBe(401);
      expect((await setup("test-message", { token: wrong, message })).status).toBe(401);
    }
    expect((await setup("checks", {})).status).toBe(400);
    const person = { email: "root@pulse.test", given_name: "Ro", family_name: "Ot", password: "Pulse-test-1" };
    expect((await setup("superadmin", { token, ...person })).content["code"]).toBe("phone_number_required");
    expect((await setup("superadmin", { token, ...person, phone_number: "+12025550100" })).status).toBe(201);
    expect((await setup("checks", { token })).status).toBe(401);
    expect((await setup("test-message", { token, message })).status).toBe(401);
  });

  test("without texts the first superadmin needs no phone number and signs in without a code", async () => {
    pulse = await testPulse({ PULSE_OUTBOX: "" });
    const token = await pulse.openFirstStart();
    for (const [email, phone] of [["root@pulse.test", null]] as const) {
      const body = { token, email, given_name: "Ro", family_name: "Ot", phone_number: phone, password: "Pulse-test-1" };
      expect((await setup("superadmin", body)).status).toBe(201);
    }
    const row = await pulse.db
      .selectFrom("users")
      .selectAll()
      .where("email", "=", "root@pulse.test")
      .executeTakeFirst();
    expect(row).toMatchObject({ phone_number: null, phone_number_verified: false, mfa_enabled: false });
    const answer = await fetch(`${pulse.url}/identity/`, {
      method: "POST",
      headers: { "x-amz-target": "AWSCognitoIdentityProviderService.InitiateAuth" },
      body: JSON.stringify({
        AuthFlow: "USER_PASSWORD_AUTH",
        ClientId: pulse.identity.pools.current.clientId,
        AuthParameters: { USERNAME: "root@pulse.test", PASSWORD: "Pulse-test-1" },
      }),
    });
    expect(await answer.json()).toHaveProperty("AuthenticationResult");
  });
});

describe("the checks of superadmins", () => {
  test("a mail server and an SMS service that answer are in order, and Pulse finds itself at its address", async () => {
    const [mail, sms] = await Promise.all([mailServer(), smsService(200)]);
    pulse = await testPulse({
      PULSE_SMTP_URL: `smtp://me:secret@127.0.0.1:${mail}?ignoreTLS=true`,
      PULSE_MAIL_FROM: "pulse@pulse.test",
      PULSE_SMS_WEBHOOK_URL: `http://127.0.0.1:${sms}/sms`,
    });
    const token = await aToken(pulse, null, null);
    const checks = byId((await call(pulse, "GET", "reach/checks", { token })).content);
    expect(checks["mail"]).toMatchObject({ state: "ok" });
    expect(checks["texts"]).toMatchObject({ state: "ok" });
    expect(checks["clock"]).toMatchObject({ state: "warning" });
    expect(checks["public_address"]!.message).toContain("No public address is set");
  });

  test("what a mail server refuses is shown without the password, and a wrong clock with its difference", async () => {
    const [mail, sms] = await Promise.all([
      mailServer({ AUTH: "535 5.7.8 no such user me with secret77" }),
      smsService(200, new Date(Date.now() - 86_400_000)),
    ]);
    pulse = await testPulse({
      PULSE_SMTP_URL: `smtp://me:secret77@127.0.0.1:${mail}?ignoreTLS=true`,
      PULSE_MAIL_FROM: "pulse@pulse.test",
      PULSE_SMS_WEBHOOK_URL: `http://127.0.0.1:${sms}/sms`,
    });
    const token = await aToken(pulse, null, null);
    const answer = await call(pulse, "GET", "reach/checks", { token });
    const checks = byId(answer.content);
    expect(checks["mail"]!.message).toMatch(/^The mail server cannot be used: .*535 5\.7\.8/);
    expect(checks["clock"]).toMatchObject({ state: "failed" });
    expect(checks["clock"]!.message).toMatch(/^The clock is (1 d|23 h 59 min).* ahead of 127\.0\.0\.1/);
    expect(answer.content["factors"]).not.toContain("totp");
    expect(answer.text).not.toContain("secret77");
  });

  test("messages that test the way arrive, their failure is told, five an hour are sent, and each is in the audit log", async () => {
    const sms = await smsService(403);
    pulse = await testPulse({ PULSE_SMS_WEBHOOK_URL: `http://127.0.0.1:${sms}/sms` });
    const token = await aToken(pulse, null, null);
    const send = (message: object) => call(pulse!, "POST", "reach/test-message", { token, body: { message } });
    const mail = { channel: "email", to: "nora@pulse.test" };
    expect((await send(mail)).content).toEqual({ sent: true, reason: null });
    expect((await messagesTo(pulse, "nora@pulse.test")).map(({ subject }) => subject)).toEqual([
      "Test message from Pulse",
    ]);
    const refused = await send({ channel: "sms", to: "+12025550100" });
    expect(refused.content).toEqual({ sent: false, reason: "the SMS webhook answered 403" });
    for (const wrong of [
      { channel: "email", to: "nora" },
      { channel: "sms", to: "12" },
      { channel: "fax", to: "1" },
      {},
    ])
      expect((await send(wrong)).status).toBe(400);
    for (let count = 0; count < 3; count += 1) expect((await send(mail)).status).toBe(200);
    const sixth = await send(mail);
    expect([sixth.status, sixth.headers.has("retry-after")]).toEqual([429, true]);
    await pulse.settled();
    const noted = await pulse.db
      .selectFrom("audit_entries")
      .select("outcome")
      .where("entity_kind", "=", "test_message")
      .execute();
    expect(noted.map(({ outcome }) => outcome).toSorted()).toEqual(["ok", "ok", "ok", "ok", "refused"]);
  });
});

describe("an address that is set", () => {
  /** Asked where it listens, whatever its public address is. */
  const publicAddress = async (settings: Record<string, string>): Promise<Check> => {
    const started = await testPulse(settings);
    try {
      const body = { token: await started.openFirstStart() };
      const local = { ...started, url: `http://127.0.0.1:${started.port}` };
      return byId((await call(local, "POST", "setup/checks", { body })).content)["public_address"]!;
    } finally {
      await started.stop();
    }
  };

  test("Pulse recognises itself, and does not take something else for itself", async () => {
    const web = await listening(createServer((_request, response) => response.end("{}")));
    const closed = createServer();
    const nobody = await listening(closed);
    closed.close();
    for (const [url, state, part] of [
      [`http://127.0.0.1:${web}`, "failed", "does not answer as Pulse does (status 200)"],
      [`http://127.0.0.1:${nobody}`, "failed", "cannot be reached from this machine"],
    ] as const) {
      const check = await publicAddress({ PULSE_PUBLIC_URL: url });
      expect([check.state, check.message]).toEqual([state, expect.stringContaining(part)]);
    }
    const holder = createTcpServer();
    const port = await listening(holder);
    await new Promise((resolve) => holder.close(resolve));
    const check = await publicAddress({ PULSE_PORT: String(port), PULSE_PUBLIC_URL: `http://127.0.0.1:${port}` });
    expect([check.state, check.message]).toEqual(["warning", expect.stringContaining("only on this machine")]);
  });
});
