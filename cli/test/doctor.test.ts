import { once } from "node:events";
import { chmodSync, readdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { readConfig } from "@pulse/server/platform/config/config";
import { createPulse, type Pulse } from "@pulse/server/start/wiring";
import { testDatabaseUrl } from "@pulse/server/test/support/database";
import pino from "pino";
import { afterEach, expect, test, vi } from "vitest";
import { runDoctor } from "../src/doctor/doctor.ts";
import { aFolder, endPulses } from "./pulseProcess.ts";
import { keptStream } from "./streams.ts";

const servers: (Server | TcpServer)[] = [];
let running: Pulse | null = null;
afterEach(async () => {
  await running?.stop();
  running = null;
  for (const server of servers.splice(0)) server.close();
  await endPulses();
});

async function listening(server: Server | TcpServer): Promise<number> {
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const holder = createTcpServer();
  const port = await listening(holder);
  await new Promise((resolve) => holder.close(resolve));
  return port;
}

/** A mail server that lets everybody in. */
const mailServer = (): Promise<number> =>
  listening(
    createTcpServer((socket) => {
      socket.on("error", () => undefined);
      socket.write("220 mail.test\r\n");
      socket.on("data", (bytes) => socket.write(/^QUIT/i.test(String(bytes)) ? "221 bye\r\n" : "250 ok\r\n"));
    }),
  );

/** An SMS service whose clock differs from ours. */
const smsService = (differsMs: number): Promise<number> =>
  listening(
    createServer((_request, response) => {
      response.writeHead(405, { date: new Date(Date.now() + differsMs).toUTCString() }).end();
    }),
  );

async function doctor(settings: Record<string, string>, args: string[] = []): Promise<{ code: number; text: string }> {
  const { stream, text } = keptStream();
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  try {
    return { code: await runDoctor(args, { stdout: stream, stderr: stream }), text: text() };
  } finally {
    vi.unstubAllEnvs();
  }
}

async function inOrder(): Promise<Record<string, string>> {
  const [mail, sms, port] = [await mailServer(), await smsService(0), await freePort()];
  return {
    PULSE_DATA_DIR: aFolder(),
    PULSE_PORT: String(port),
    PULSE_MQTT_PORT: "0",
    PULSE_PUBLIC_URL: `http://localhost:${port}`,
    PULSE_SMTP_URL: `smtp://127.0.0.1:${mail}`,
    PULSE_MAIL_FROM: "pulse@pulse.test",
    PULSE_SMS_WEBHOOK_URL: `http://127.0.0.1:${sms}/`,
    PULSE_LOG_LEVEL: "silent",
  };
}

/** The run over PostgreSQL adds nothing for tests that use the embedded database. */
test.skipIf(testDatabaseUrl() !== null)(
  "pulse doctor finds everything in order, whether Pulse runs or not, and leaves its data folder alone",
  async () => {
    const settings = await inOrder();
    const stopped = await doctor(settings);
    expect(stopped.text).toContain("Pulse is not running");
    expect(stopped.code).toBe(0);
    expect(readdirSync(settings["PULSE_DATA_DIR"]!)).toEqual([]);

    const config = readConfig(settings, { demo: false });
    running = await createPulse(config, { log: pino({ level: "silent" }), webFolder: config.dataDir });
    const served = await doctor(settings);
    expect(served.text).toContain(`${settings["PULSE_PUBLIC_URL"]} leads to this Pulse`);
    expect(served.text).toContain("Second factors: texts, authenticator app, passkey, codes by email");
    expect(served.code).toBe(0);

    // The same address, asked for another installation's data folder.
    const other = await doctor({ ...settings, PULSE_DATA_DIR: aFolder() }, ["--json"]);
    expect(other.code).toBe(1);
    const { ok, checks } = JSON.parse(other.text) as { ok: boolean; checks: { id: string; state: string }[] };
    expect(ok).toBe(false);
    expect(checks.filter(({ state }) => state === "failed").map(({ id }) => id)).toEqual(["public_address"]);
  },
);

test("pulse doctor fails without mail or a public address, and names the settings", async () => {
  const { code, text } = await doctor({ PULSE_DATA_DIR: aFolder(), PULSE_PORT: String(await freePort()) });
  expect(code).toBe(1);
  expect(text).toMatch(/^FAILED +Mail +No mail server is set.*\n +Settings: PULSE_SMTP_URL, PULSE_MAIL_FROM$/m);
  expect(text).toMatch(/^FAILED +Public address/m);
  expect(text).toMatch(/^warning +Clock +The clock could not be compared/m);
});

test("pulse doctor finds a clock that is wrong by a day", async () => {
  const settings = { ...(await inOrder()), PULSE_SMS_WEBHOOK_URL: `http://127.0.0.1:${await smsService(86_400_000)}/` };
  const { code, text } = await doctor(settings);
  expect(code).toBe(1);
  expect(text).toMatch(/^FAILED +Clock +The clock is (1 d|23 h 59 min).* behind 127\.0\.0\.1/m);
});

test("pulse doctor shows neither the mail server's nor the SMS service's password", async () => {
  const settings = {
    ...(await inOrder()),
    PULSE_SMTP_URL: "smtp://me:secret77@127.0.0.1:1",
    PULSE_SMS_WEBHOOK_URL: "http://me:secret77@127.0.0.1:1/",
  };
  const { code, text } = await doctor(settings);
  expect(code).toBe(1);
  expect(text).toMatch(/^FAILED +Mail .*ECONNREFUSED/m);
  expect(text).toMatch(/^FAILED +Texts .*/m);
  expect(text).not.toContain("secret77");
});

test.skipIf(process.getuid?.() === 0)("pulse doctor finds a data folder that cannot be written", async () => {
  const settings = await inOrder();
  chmodSync(settings["PULSE_DATA_DIR"]!, 0o500);
  const { code, text } = await doctor(settings);
  expect(code).toBe(1);
  expect(text).toMatch(/^FAILED +Data folder/m);
});
