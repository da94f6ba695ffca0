import { randomUUID } from "node:crypto";
import { join, resolve } from "node:path";
import type { createIdentity, Identity } from "@pulse/identity/identity";
import type { Kysely } from "kysely";
import type { Database } from "../platform/database/schema.ts";
import type { AuditLog } from "../platform/audit/audit.service.ts";
import { identityEvents } from "../platform/audit/identityEvents.ts";
import type { Config } from "../platform/config/config.ts";
import { signInFactors } from "../resources/identityLink/signInFactors.repository.ts";

export type { Identity };

/** Known only to this process, so that nobody else's calls can pass for its own. */
export const serverAgent = `pulse-server/${randomUUID()}`;

/** The embedded endpoint over a database; null: the settings name Amazon's pools, or people sign in at other processes. */
export async function hostIdentity(
  parts: Pick<Parameters<typeof createIdentity>[0], "deliver" | "now" | "log" | "onSms"> & {
    config: Config;
    db: Kysely<Database>;
    audit: AuditLog;
  },
): Promise<Identity | null> {
  const { config, db, audit, deliver, now, log, onSms } = parts;
  if (config.identity.mode === "cognito" || !config.roles.has("api")) return null;
  const { factorPolicy, storeMfa } = signInFactors(db, config);
  const { createIdentity: create } = await import("@pulse/identity/identity");
  const identity: Identity = await create({
    factorPolicy,
    onMfaChange: (pool, sub, isOn) =>
      void storeMfa(identity.pools[pool].userPoolId, sub, isOn).catch((error: unknown) =>
        log.error({ err: error, sub }, "a change of second factors was not copied"),
      ),
    deliver,
    now,
    log,
    ...(onSms ? { onSms } : {}),
    db: db as unknown as Parameters<typeof createIdentity>[0]["db"],
    publicUrl: config.publicUrl,
    // Without a public address people are on this machine; browsers make passkeys for its name, not for its number.
    ...(config.isPublicUrlSet ? {} : { passkeyUrl: "http://localhost" }),
    keysDir: join(resolve(config.dataDir), "keys"),
    sharesKeys: config.nats !== null,
    onAudit: identityEvents(audit, serverAgent, () => identity.pools.legacy.userPoolId),
  });
  return identity;
}
