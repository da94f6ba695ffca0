import { createHash } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { End } from "@pulse/server/platform/backup/archiveFormat";
import { readArchive } from "@pulse/server/platform/backup/readArchive";
import { openSealed } from "@pulse/server/platform/backup/sealedFile";
import { readConfig } from "@pulse/server/platform/config/config";
import { createPulse } from "@pulse/server/start/wiring";
import pino from "pino";
import { expect, vi } from "vitest";
import { runCommand } from "../src/commands/commands.ts";
import { demoPassword } from "../src/demo/accounts.ts";
import { type PulseProcess, startPulse } from "./pulseProcess.ts";
import { keptStream } from "./streams.ts";

/** A command in this process: its exit code, and what it prints. */
export async function pulse(args: string[], settings: Record<string, string>) {
  const [stdout, stderr] = [keptStream(), keptStream()];
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  try {
    const code = await runCommand(args, { stdout: stdout.stream, stderr: stderr.stream });
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    vi.unstubAllEnvs();
  }
}

export async function expectDone(args: string[], settings: Record<string, string>): Promise<void> {
  expect(await pulse(args, settings)).toMatchObject({ code: 0, stderr: "" });
}

/** The counts and checksums in a backup, those of tables whatever the order of their rows; the archive is checked on the way. */
export async function sumsOf(file: string, passphrase: string | null = null): Promise<Omit<End, "header">> {
  const lines = new Map<string, string[]>();
  const rows = async (table: string, bytes: Buffer): Promise<void> => {
    const ofTable = lines.get(table) ?? [];
    lines.set(table, ofTable);
    ofTable.push(...bytes.toString("utf8").trimEnd().split("\n"));
  };
  const { end } = await readArchive(await openSealed(file, passphrase), { rows });
  // A row that fits into an earlier page lies there, so the order says nothing.
  const sha256 = (table: string): string =>
    createHash("sha256")
      .update((lines.get(table) ?? []).toSorted().join("\n"))
      .digest("hex");
  const tables = Object.entries(end.tables).map(([name, sum]) => [name, { ...sum, sha256: sha256(name) }]);
  return { tables: Object.fromEntries(tables) as End["tables"], folders: end.folders };
}

/** Whether somebody who was there before still signs in, with the code that is sent. */
export async function whoSignsIn(settings: Record<string, string>, email: string): Promise<unknown> {
  const config = readConfig({ ...settings, PULSE_PORT: "0", PULSE_MQTT_PORT: "0", PULSE_OUTBOX: "1" }, { demo: false });
  const running = await createPulse(config, { log: pino({ level: "silent" }), webFolder: config.dataDir });
  try {
    const call = async (operation: string, body: object): Promise<Record<string, unknown>> => {
      const answer = await fetch(`${running.url}/identity/`, {
        method: "POST",
        headers: { "x-amz-target": `AWSCognitoIdentityProviderService.${operation}` },
        body: JSON.stringify({ ClientId: running.identity!.pools.current.clientId, ...body }),
      });
      return (await answer.json()) as Record<string, unknown>;
    };
    const { ChallengeName, Session } = await call("InitiateAuth", {
      AuthFlow: "USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: email, PASSWORD: demoPassword },
    });
    const outbox = (await (await fetch(`${running.url}/dev/outbox.json`)).json()) as { text: string }[];
    const code = /\b\d{6}\b/.exec(outbox[0]?.text ?? "")?.[0];
    const { AuthenticationResult } = (await call("RespondToAuthChallenge", {
      ChallengeName,
      Session,
      ChallengeResponses: { USERNAME: email, SMS_MFA_CODE: code },
    })) as { AuthenticationResult: { IdToken: string } };
    const me = await fetch(`${running.url}/api/v3/users/me`, {
      headers: { "x-id-token": AuthenticationResult.IdToken },
    });
    return ((await me.json()) as { result: { content: unknown } }).result.content;
  } finally {
    await running.stop();
  }
}

/** A running demo whose gateways have sent this much. */
export async function demoUnderLoad(settings: Record<string, string>, minBytes: number): Promise<PulseProcess> {
  const demo = startPulse(["demo"], settings);
  await expect.poll(() => demo.stdout()).toContain("Press Ctrl+C");
  const log = join(settings["PULSE_DATA_DIR"]!, "log");
  const logBytes = (): number => readdirSync(log).reduce((sum, name) => sum + statSync(join(log, name)).size, 0);
  await expect.poll(logBytes).toBeGreaterThan(minBytes);
  return demo;
}
