import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import Fastify from "fastify";
import { Kysely, type KyselyPlugin, PGliteDialect, PostgresDialect, sql } from "kysely";
import { Migrator } from "kysely/migration";
import pg from "pg";
import type { AdminNewUser } from "../../src/admin.ts";
import type { AuditEntry } from "../../src/audit.ts";
import type { Delivery } from "../../src/delivery.ts";
import { createIdentity, type Identity, type IdentityOptions, type SmsOutcome } from "../../src/identity.ts";
import { identityMigrations } from "../../src/migrations.ts";
import type { IdentityTables } from "../../src/schema.ts";
import { holdMachineClock, passOnMachine } from "./machineClock.ts";

/** Both pools behind a real listener on a free port, over a database in memory, with a clock that moves only by `pass`. */
export interface World {
  identity: Identity;
  db: Kysely<IdentityTables>;
  origin: string;
  endpoint: string;
  keysDir: string;
  /** Newest last. */
  outbox: Delivery[];
  audit: AuditEntry[];
  /** Outcomes of text messages, newest last. */
  sms: SmsOutcome[];
  /** The server's clock: the machine's plus the time passed. */
  now(): number;
  /** Moves the server's clock by ms. */
  pass(ms: number): void;
  /** Moves the machine's clock as this process sees it, and the server's with it; the limits' windows go by it. */
  passOnMachine(ms: number): void;
  /** The six digits of the newest message to someone; throws if there is none. */
  code(to: string): string;
  /** Makes every statement after the next `statements` fail, as if the process had died there; null ends this. */
  cutAfter(statements: number | null): void;
  /** Whether the cut was reached since it was set. */
  wasCut(): boolean;
  /** Makes `deliver` fail until called with false. */
  breakDelivery(isBroken: boolean): void;
  /** Makes a user as the demo does: confirmed, with a verified phone and MFA. */
  user(change?: Partial<AdminNewUser>): Promise<{ sub: string; email: string; password: string; phone: string }>;
  /** A plain HTTP call of an operation. */
  call(operation: string, body: unknown, headers?: Record<string, string>): Promise<WireAnswer>;
  close(): Promise<void>;
}

export interface WireAnswer {
  status: number;
  headers: Headers;
  /** The body, with an error's `__type` as `type`. */
  body: Record<string, unknown> & { type?: string; message?: string };
}

export const password = "Pulse-demo-1";

let opened: Promise<Kysely<IdentityTables>> | null = null;

/** One database for each vitest worker, emptied for each world: PGlite in memory, or its own schema on a server. */
async function emptyDatabase(): Promise<Kysely<IdentityTables>> {
  opened ??= openDatabase();
  const db = await opened;
  await sql`truncate identity_users, identity_devices, identity_sessions, identity_refresh_families,
    identity_refresh_tokens, identity_passkeys, identity_recovery_codes, identity_codes, identity_throttles, identity_windows,
    identity_keys`.execute(db);
  return db;
}

async function openDatabase(): Promise<Kysely<IdentityTables>> {
  const url = process.env["PULSE_TEST_DATABASE_URL"];
  const own = url ? await ownSchema(url) : null;
  const dialect = own ? new PostgresDialect({ pool: own.pool }) : new PGliteDialect({ pglite: new PGlite() });
  const db = new Kysely<IdentityTables>({ dialect });
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => identityMigrations },
    // Otherwise the migrator would take another worker's tables for its own.
    ...(own ? { migrationTableSchema: own.schema } : {}),
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error("the identity migrations failed", { cause: error });
  return db;
}

async function ownSchema(url: string): Promise<{ schema: string; pool: pg.Pool }> {
  const schema = `identity_test_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create schema ${schema}`);
  await client.end();
  return { schema, pool: new pg.Pool({ connectionString: url, options: `-c search_path=${schema}` }) };
}

/**
 * @param options `trustProxy`: callers give their address in X-Forwarded-For; `runningClock`: for clients in processes of
 *   their own, which sign with the real time
 */
export async function createWorld(
  options: Partial<Pick<IdentityOptions, "limits" | "publicUrl" | "factorPolicy" | "onMfaChange">> & {
    trustProxy?: boolean;
    runningClock?: boolean;
  } = {},
): Promise<World> {
  const letClockGo = options.runningClock ? () => undefined : holdMachineClock();
  const keysDir = join(await mkdtemp(join(tmpdir(), "pulse-identity-")), "keys");
  const db = await emptyDatabase();
  const outbox: Delivery[] = [];
  const audit: AuditEntry[] = [];
  const sms: SmsOutcome[] = [];
  let addedMs = 0;
  const now = (): number => Date.now() + addedMs;
  let broken = false;
  let people = 0;
  let statementsLeft: number | null = null;
  let cut = false;
  const cutting: KyselyPlugin = {
    transformQuery({ node }) {
      if (statementsLeft !== null && statementsLeft-- <= 0) {
        cut = true;
        throw new Error("the process died");
      }
      return node;
    },
    transformResult: async ({ result }) => result,
  };

  const app = Fastify({ trustProxy: options.trustProxy ?? false });
  // Node dates answers by the real time, and Amazon's SDK would set its own clock by that.
  app.addHook("onSend", async (_request, reply) => void reply.header("date", new Date().toUTCString()));
  let identity: Identity | null = null;
  await app.register(async (inner) => {
    identity = await createIdentity({
      db: db.withPlugin(cutting),
      publicUrl: options.publicUrl ?? "http://pulse.test",
      ...(options.factorPolicy ? { factorPolicy: options.factorPolicy } : {}),
      ...(options.onMfaChange ? { onMfaChange: options.onMfaChange } : {}),
      keysDir,
      deliver: async (message) => {
        if (broken) throw new Error("the mail server is away");
        outbox.push(message);
      },
      now,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      limits: { answerFloorMs: 0, ...options.limits },
      onAudit: (entry) => audit.push(entry),
      onSms: (outcome) => sms.push(outcome),
    });
    await inner.register(identity.plugin);
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  if (!address || typeof address === "string" || !identity) throw new Error("no listener");
  const made: Identity = identity;
  const origin = `http://127.0.0.1:${address.port}`;

  const world: World = {
    identity: made,
    db,
    origin,
    endpoint: `${origin}/identity/`,
    keysDir,
    outbox,
    audit,
    sms,
    now,
    pass: (ms) => void (addedMs += ms),
    passOnMachine,
    code(to) {
      const message = outbox.findLast((each) => each.to === to);
      const digits = message?.text.match(/\b\d{6}\b/g) ?? [];
      if (digits.length !== 1) throw new Error(`no message with exactly one code for ${to}`);
      return digits[0] ?? "";
    },
    cutAfter(statements) {
      statementsLeft = statements;
      cut = false;
    },
    wasCut: () => cut,
    breakDelivery: (isBroken) => void (broken = isBroken),
    async user(change = {}) {
      const number = (people += 1);
      const request: AdminNewUser = {
        pool: "current",
        email: `person${number}@pulse.test`,
        password,
        permanent: true,
        givenName: "Pat",
        familyName: "Meyer",
        phoneNumber: `+4915112340${String(number).padStart(3, "0")}`,
        phoneVerified: true,
        mfaEnabled: true,
        ...change,
      };
      const { sub } = await made.admin.createUser(request);
      return { sub, email: request.email, password: request.password, phone: request.phoneNumber ?? "" };
    },
    async call(operation, body, headers = {}) {
      const response = await fetch(world.endpoint, {
        method: "POST",
        headers: {
          "content-type": "application/x-amz-json-1.1",
          "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
          ...headers,
        },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text === "" ? {} : (JSON.parse(text.replace(/^\{"__type":/, '{"type":')) as WireAnswer["body"]),
      };
    },
    async close() {
      letClockGo();
      await app.close();
      await made.close();
      await rm(keysDir, { recursive: true, force: true });
    },
  };
  return world;
}
