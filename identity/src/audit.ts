import type { PoolName } from "./pools.ts";

export type AuditAction =
  | "sign_in"
  | "sign_in_failed"
  | "address_limited"
  | "sign_out"
  | "sign_out_everywhere"
  | "sign_up"
  | "sign_up_confirmed"
  | "code_sent"
  | "code_undelivered"
  | "code_refused"
  | "password_changed"
  | "password_reset_requested"
  | "password_reset"
  | "mfa_enabled"
  | "mfa_disabled"
  | "passkey_added"
  | "passkey_renamed"
  | "passkey_removed"
  | "passkey_refused"
  | "recovery_code_used"
  | "attributes_changed"
  | "attribute_verified"
  | "device_confirmed"
  | "device_remembered"
  | "device_not_remembered"
  | "device_forgotten"
  | "refresh_reused"
  | "user_created"
  | "user_deleted"
  | "user_disabled"
  | "user_enabled"
  | "keys_rotated";

export interface AuditEntry {
  atMs: number;
  action: AuditAction;
  pool: PoolName;
  /** Null if the user does not exist. */
  sub: string | null;
  email: string | null;
  ip: string | null;
  userAgent: string | null;
  /** Null if the process itself acted. */
  requestId: string | null;
  detail: Record<string, string>;
}

export type Audit = (entry: Omit<AuditEntry, "atMs">) => void;
