import type { AuditChange, AuditLog, AuditNote } from "./audit.service.ts";

/** An event of the embedded identity endpoint. */
export interface IdentityEvent {
  atMs: number;
  action: string;
  pool: string;
  sub: string | null;
  email: string | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
  detail: Record<string, string>;
}

type IdentityRecord = Pick<AuditNote, "action" | "outcome"> & { changes?: AuditChange[] };

const changed = (field: string, before: unknown, after: unknown): IdentityRecord => ({
  action: "update",
  changes: [{ field, before, after }],
});

/** The endpoint's events in the words of the audit log (shapes S14). */
const records: Readonly<Record<string, IdentityRecord>> = {
  sign_in: { action: "sign_in" },
  sign_in_failed: { action: "sign_in_failed", outcome: "refused" },
  address_limited: {
    action: "sign_in_failed",
    outcome: "refused",
    changes: [{ field: "reason", before: null, after: "address_limited" }],
  },
  code_refused: {
    action: "sign_in_failed",
    outcome: "refused",
    changes: [{ field: "code", before: null, after: "refused" }],
  },
  passkey_refused: { action: "sign_in_failed", outcome: "refused" },
  sign_out: { action: "sign_out" },
  sign_out_everywhere: { action: "sign_out", changes: [{ field: "devices", before: null, after: "all" }] },
  // A refresh token that was used twice ends its session, since one of the two users had stolen it.
  refresh_reused: {
    action: "sign_out",
    outcome: "refused",
    changes: [{ field: "refresh_token", before: null, after: "reused" }],
  },
  password_reset: { action: "password_reset" },
  password_reset_requested: { action: "password_reset", changes: [{ field: "code", before: null, after: "sent" }] },
  password_changed: { action: "password_reset", changes: [{ field: "password", before: null, after: null }] },
  sign_up: { action: "create" },
  user_created: { action: "create" },
  user_deleted: { action: "delete" },
  sign_up_confirmed: changed("status", "unconfirmed", "active"),
  user_disabled: changed("enabled", true, false),
  user_enabled: changed("enabled", false, true),
  mfa_enabled: changed("mfa_enabled", false, true),
  mfa_disabled: changed("mfa_enabled", true, false),
  code_sent: changed("code", null, "sent"),
  code_undelivered: { ...changed("code", null, "undelivered"), outcome: "refused" },
  attributes_changed: changed("attributes", null, null),
  attribute_verified: changed("attribute_verified", false, true),
  device_confirmed: changed("device", null, "confirmed"),
  device_remembered: changed("device", null, "remembered"),
  device_not_remembered: changed("device", null, "not_remembered"),
  device_forgotten: changed("device", null, "forgotten"),
  passkey_added: changed("passkeys", null, "added"),
  passkey_renamed: changed("passkeys", null, "renamed"),
  passkey_removed: changed("passkeys", null, "removed"),
  recovery_code_used: changed("recovery_codes", null, "used"),
  keys_rotated: changed("signing_key", null, "rotated"),
};

/**
 * Takes the endpoint's events into the audit log. Calls that this server made itself are left out: they come from
 * loopback, and the service that made them notes them with the person's address.
 *
 * Somebody who comes from the legacy pool makes one entry. The browser first asks the current pool, which does not know
 * them: that is no failure, since the legacy pool decides next. Its acceptance is a step of the sign-in to the current
 * pool that follows.
 * @param serverAgent a part of the user agent that only this process's own calls have; a secret, or anybody could hide
 * @param legacyPoolId the id of the legacy pool, under which users are stored
 */
export function identityEvents(
  audit: AuditLog,
  serverAgent: string,
  legacyPoolId: () => string,
): (event: IdentityEvent) => void {
  return (event) => {
    if (event.userAgent?.includes(serverAgent)) return;
    const isLegacy = event.pool === "legacy";
    if (isLegacy && event.action === "sign_in") return;
    const isUnknownHere = !isLegacy && event.action === "sign_in_failed" && event.sub === null;
    const { changes = [], ...rest } = records[event.action] ?? changed(event.action, null, null);
    audit.record({
      ...rest,
      ...(isUnknownHere ? { unlessInPool: legacyPoolId() } : {}),
      atMs: event.atMs,
      origin: { ip: event.ip ?? "", userAgent: event.userAgent ?? "", requestId: event.requestId ?? "" },
      person: personOf(event),
      ...(event.sub === null ? {} : { entity: "person" as const }),
      changes: [
        ...changes,
        ...(isLegacy ? [{ field: "pool", before: null, after: "legacy" }] : []),
        ...Object.entries(event.detail).map(([field, after]) => ({ field, before: null, after })),
      ],
    });
  };
}

function personOf({ sub, email }: IdentityEvent): AuditNote["person"] {
  if (sub === null && email === null) return null;
  return { ...(sub === null ? {} : { sub }), ...(email === null ? {} : { email }) };
}
