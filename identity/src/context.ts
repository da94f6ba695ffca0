import type { Audit } from "./audit.ts";
import type { Delivery, Log } from "./delivery.ts";
import type { FactorPolicy } from "./factors.ts";
import type { Pool, PoolName, Pools } from "./pools.ts";
import type { SigningKeys } from "./signingKeys.ts";
import type { SpendSms } from "./smsBudgets.ts";
import type { RunTransaction, Store } from "./store.ts";
import type { Throttle } from "./throttle.ts";
import type { Tokens } from "./tokens.ts";
import type { WebAuthn } from "./webAuthn.ts";

/** The parts that operations are built from; each takes those it uses. */
export interface Context extends Store {
  transaction: RunTransaction;
  log: Log;
  pools: Pools;
  keys: SigningKeys;
  tokens: Tokens;
  throttle: Throttle;
  spendSms: SpendSms;
  send: (message: Delivery) => Promise<void>;
  audit: Audit;
  webAuthn: WebAuthn;
  /** What a sign-in of this user may ask for. Called outside of transactions. */
  factorPolicy: (pool: Pool, sub: string) => Promise<FactorPolicy>;
  /** Called when users have themselves turned their first second factor on or the last one off. */
  onMfaChange: (pool: PoolName, sub: string, isOn: boolean) => void;
}

/** The caller, as known from the connection and the headers. */
export interface Caller {
  ip: string;
  userAgent: string;
  /** The id of this request in the server's log and in the answer. */
  requestId: string;
}
