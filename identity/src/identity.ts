import type { FastifyPluginAsync } from "fastify";
import type { Kysely } from "kysely";
import { createAdmin, type IdentityAdmin } from "./admin.ts";
import type { AuditEntry } from "./audit.ts";
import type { Context } from "./context.ts";
import { createSender, type Delivery, type Log } from "./delivery.ts";
import { identityPlugin } from "./http.ts";
import { type FactorPolicy, optionalFactors } from "./factors.ts";
import type { SessionUse } from "./liveSessions.ts";
import { createPasswords } from "./passwords.ts";
import { createPools, type PoolInfo, type PoolName } from "./pools.ts";
import type { IdentityTables } from "./schema.ts";
import { keyFolder } from "./keyFiles.ts";
import { loadSecrets } from "./secrets.ts";
import { sharedKeys } from "./sharedKeys.ts";
import { loadSigningKeys } from "./signingKeys.ts";
import { loadAdminKey, type AdminKey } from "./sigV4.ts";
import { createSmsBudgets, defaultSmsBudgets, type SmsBudgets, type SmsOutcome } from "./smsBudgets.ts";
import { createStore } from "./store.ts";
import { createThrottle, defaultLimits, type ThrottleLimits } from "./throttle.ts";
import { createTokens, tokenLifeS } from "./tokens.ts";
import { createWebAuthn } from "./webAuthn.ts";
import { createWindows } from "./windows.ts";

export interface IdentityOptions {
  /** The server's own database, with `identityMigrations` applied. */
  db: Kysely<IdentityTables>;
  /** Without a trailing slash; the issuer is `${publicUrl}/identity/${userPoolId}`. */
  publicUrl: string;
  /** The address whose host passkeys belong to; by default the public one. */
  passkeyUrl?: string;
  /** PULSE_DATA_DIR/keys; files in it are 0600. */
  keysDir: string;
  /** Processes on several machines have the keys in common: the database has them, and the folder a copy. */
  sharesKeys?: boolean;
  deliver(message: Delivery): Promise<void>;
  /** ms since the epoch */
  now(): number;
  log: Log;
  limits?: Partial<ThrottleLimits & SmsBudgets>;
  /** What a sign-in of this user of the current pool may ask for; by default everything, and nothing is required. */
  factorPolicy?(sub: string): Promise<FactorPolicy>;
  onAudit?(entry: AuditEntry): void;
  /** Called when users have themselves turned their first second factor on or the last one off. */
  onMfaChange?(pool: PoolName, sub: string, isOn: boolean): void;
  /** Called for every text message, sent or refused, so that the process can count them. */
  onSms?(outcome: SmsOutcome): void;
}

export interface Identity {
  /** `POST /identity/`, JWKS and discovery documents. Register it without a prefix. */
  plugin: FastifyPluginAsync;
  pools: { current: PoolInfo; legacy: PoolInfo };
  /** Calls for the process itself, such as the demo's seed and the admin commands. */
  admin: IdentityAdmin;
  /**
   * A one-time code, good for a minute, with which the user of the current pool with this sub signs in (CUSTOM_AUTH): for
   * people whom another identity provider has just confirmed.
   */
  issueSignInCode(sub: string): Promise<string>;
  /** The SigV4 pair for the AWS SDK's calls of Admin* operations. */
  adminKey: AdminKey;
  /** The origin_jti of every session that has ended since `sinceMs`. The API refuses tokens with any of them. */
  revokedOriginJtis(sinceMs: number): Promise<string[]>;
  /** Notes when tokens of sessions were last used, which people see in the list of their sessions. */
  noteSessionUses(uses: readonly SessionUse[]): Promise<void>;
  /** Deletes expired rows; runs automatically every ten minutes. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

/** Anybody can sign up with anybody's e-mail; an account that nobody confirms releases it after this (decision 0008). */
const unconfirmedLifeMs = 3 * 24 * 3_600_000;
const rotationLeadMs = 10 * 60_000;
const driftMs = 5 * 60_000;

/**
 * The embedded Cognito-compatible identity provider with a current and a legacy pool.
 * Makes its key files at the first start. Throws if a key file cannot be read or does not belong to the database.
 */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { db, keysDir, log } = options;
  const now = (): number => options.now();
  const pools = createPools(options.publicUrl);
  const folder = keyFolder(keysDir);
  const keyStore = options.sharesKeys ? sharedKeys(db, folder) : folder;
  // First, since they say whether the folder belongs to the database.
  const secrets = await loadSecrets(keyStore);
  const [adminKey, keys] = await Promise.all([
    loadAdminKey(keyStore),
    loadSigningKeys({
      store: keyStore,
      pools,
      now,
      leadMs: rotationLeadMs,
      keepRetiredMs: tokenLifeS * 1000 + driftMs,
    }),
  ]);
  const parts = { now, secrets, passwords: createPasswords(secrets) };
  const store = createStore(db, parts);
  const windows = createWindows(db);
  const onSms = (outcome: SmsOutcome): void => options.onSms?.(outcome);
  const sealed = await store.users.anySealedSecret();
  if (sealed && !secrets.canOpen(sealed))
    throw new Error(`${keysDir}/identity-secrets.json does not belong to this database: nobody could sign in`);

  const context: Context = {
    ...store,
    transaction: (work) => db.transaction().execute((trx) => work(createStore(trx, parts))),
    log,
    pools,
    keys,
    tokens: createTokens(keys, pools, now),
    throttle: createThrottle(db, now, windows, { ...defaultLimits, ...options.limits }),
    spendSms: createSmsBudgets(windows, { ...defaultSmsBudgets, ...options.limits }, onSms),
    send: createSender((message) => options.deliver(message), log, onSms),
    audit: (entry) => options.onAudit?.({ ...entry, atMs: now() }),
    webAuthn: createWebAuthn(options.passkeyUrl ?? options.publicUrl, secrets),
    factorPolicy: async (pool, sub) =>
      pool.name === "current" && options.factorPolicy ? options.factorPolicy(sub) : optionalFactors,
    onMfaChange: (pool, sub, isOn) => options.onMfaChange?.(pool, sub, isOn),
  };

  const endUnconfirmed = async (): Promise<void> => {
    for (const user of await store.users.removeUnconfirmed(new Date(now() - unconfirmedLifeMs)))
      context.audit({
        action: "user_deleted",
        pool: user.pool_id === pools.legacy.userPoolId ? "legacy" : "current",
        sub: user.sub,
        email: user.email,
        ip: null,
        userAgent: null,
        requestId: null,
        detail: { by: "expiry" },
      });
  };
  const sweep = async (): Promise<void> => {
    await keys.reloadIfChanged();
    await endUnconfirmed();
    await context.sessions.sweep();
    await context.codes.sweep();
    await context.throttle.sweep();
    await context.refreshTokens.sweep();
    await context.devices.sweep();
  };
  let minutes = 0;
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    minutes += 1;
    // Every minute, because another process's new key signs ten minutes after it was published.
    running = (minutes % 10 === 0 ? sweep() : keys.reloadIfChanged()).catch((error: unknown) =>
      log.error({ err: error }, "identity upkeep failed"),
    );
  }, 60_000);
  timer.unref();

  const info = ({ userPoolId, clientId, issuer }: PoolInfo): PoolInfo => ({ userPoolId, clientId, issuer });
  return {
    plugin: identityPlugin(context, adminKey),
    pools: { current: info(pools.current), legacy: info(pools.legacy) },
    admin: createAdmin(context),
    issueSignInCode: (sub) => store.signInCodes.issue(sub),
    adminKey,
    revokedOriginJtis: (sinceMs) => context.refreshTokens.revokedSince(sinceMs),
    noteSessionUses: (uses) => context.liveSessions.noteUses(uses),
    sweep,
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}

export { identityMigrations } from "./migrations.ts";
export type { Delivery } from "./delivery.ts";
export type { AuditEntry } from "./audit.ts";
export type { IdentityTables } from "./schema.ts";
export type { SmsOutcome } from "./smsBudgets.ts";
export type { ThrottleLimits } from "./throttle.ts";
export type { PoolInfo } from "./pools.ts";
