import type { ColumnType } from "kysely";

export type UserStatus = "UNCONFIRMED" | "CONFIRMED" | "RESET_REQUIRED" | "FORCE_CHANGE_PASSWORD";

/** Cognito's names of the second factors that are codes. */
export type CodeFactor = "SMS_MFA" | "SOFTWARE_TOKEN_MFA" | "EMAIL_OTP";

/** Written as text and read as an object: `pg` and PGlite agree on this form of jsonb. */
type JsonStrings = ColumnType<Record<string, string>, string, string>;

export interface UsersTable {
  sub: string;
  pool_id: string;
  /** Lower case; the user name. */
  email: string;
  email_verified: boolean;
  phone_number: string | null;
  phone_number_verified: boolean;
  /** Every other attribute, by Cognito's name. */
  attributes: JsonStrings;
  status: UserStatus;
  enabled: boolean;
  sms_mfa: boolean;
  email_mfa: boolean;
  totp_mfa: boolean;
  /** The secret of the authenticator app, sealed; null: none is set up. */
  totp_sealed: string | null;
  /** A secret that was given out and not yet proven by a code, sealed. */
  totp_pending_sealed: string | null;
  /** The 30 s step of the last code that was taken, so that each code counts once (RFC 6238 section 5.2). */
  totp_step: number | null;
  /** The factor that a sign-in asks for where several are on. */
  preferred_mfa: CodeFactor | null;
  /** SRP salt and verifier under AES-256-GCM; null until a password is set. */
  secret_sealed: string | null;
  /** A temporary password is refused from then on. */
  temporary_until: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface DevicesTable {
  device_key: string;
  sub: string;
  pool_id: string;
  group_key: string;
  name: string;
  ip: string;
  /** Null until ConfirmDevice. */
  secret_sealed: string | null;
  remembered: boolean;
  created_at: Date;
  updated_at: Date;
  last_authenticated_at: Date;
}

export interface PasskeysTable {
  /** As the authenticator made it, base64url. */
  credential_id: string;
  sub: string;
  pool_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** Signatures that the authenticator says it has made; 0 where it does not count. */
  counter: number;
  /** How browsers reach it, such as `internal` or `usb`, separated by commas. */
  transports: string;
  name: string;
  relying_party: string;
  created_at: Date;
  last_used_at: Date | null;
}

export interface RecoveryCodesTable {
  sub: string;
  code_hash: string;
}

export interface SessionsTable {
  id_hash: string;
  secret_block_hash: string | null;
  pool_id: string;
  sub: string;
  stage: string;
  /** The state of the flow, sealed because it contains SRP secrets. */
  state_sealed: string;
  tries: number;
  consumed_at: Date | null;
  /** Hash of the session that took over, for clients that answer the next challenge with the old one. */
  successor_hash: string | null;
  expires_at: Date;
}

export interface FamiliesTable {
  origin_jti: string;
  pool_id: string;
  sub: string;
  device_key: string | null;
  /** How the sign-in was proven; null: by the pool's own password and code. */
  sign_in_method: string | null;
  auth_time: Date;
  expires_at: Date;
  revoked_at: Date | null;
  /** The browser of the sign-in or the last refresh; empty: it sent none, or the session has ended. */
  user_agent: string;
  /** The address of the sign-in or the last refresh; empty once the session has ended. */
  ip: string;
  last_used_at: Date;
}

export interface RefreshTokensTable {
  token_hash: string;
  origin_jti: string;
  created_at: Date;
  rotated_at: Date | null;
}

export interface CodesTable {
  subject: string;
  purpose: string;
  code_hash: string;
  /** The address or number that the code proves, or empty. */
  value: string;
  tries: number;
  expires_at: Date;
}

/** Written by rate-limiter-flexible, which relies on the order of the columns. */
export interface WindowsTable {
  key: string;
  points: number;
  /** ms since the epoch; a bigint, which some drivers give as text. */
  expire: ColumnType<string | number, string, string>;
}

/** Wrong guesses at a secret. */
export interface ThrottlesTable {
  key: string;
  count: number;
  window_started_at: Date;
  locked_until: Date;
  /** Whether the audit log has an entry about guesses that the present lock refused. */
  is_refusal_noted: boolean;
}

/** Keys that processes on several machines have in common. */
export interface KeysTable {
  /** As the file of the keys' copy in each data folder. */
  name: string;
  /** JSON; text, so that it keeps its order. */
  content: string;
}

export interface IdentityTables {
  identity_users: UsersTable;
  identity_devices: DevicesTable;
  identity_passkeys: PasskeysTable;
  identity_recovery_codes: RecoveryCodesTable;
  identity_sessions: SessionsTable;
  identity_refresh_families: FamiliesTable;
  identity_refresh_tokens: RefreshTokensTable;
  identity_codes: CodesTable;
  identity_throttles: ThrottlesTable;
  identity_windows: WindowsTable;
  identity_keys: KeysTable;
}
