import type { Audit } from "./audit.ts";
import type { Delivery, Log } from "./delivery.ts";
import type { Pools } from "./pools.ts";
import type { SigningKeys } from "./signingKeys.ts";
import type { SpendSms } from "./smsBudgets.ts";
import type { RunTransaction, Store } from "./store.ts";
import type { Throttle } from "./throttle.ts";
import type { Tokens } from "./tokens.ts";

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
}

/** The caller, as known from the connection and the headers. */
export interface Caller {
  ip: string;
  userAgent: string;
  /** The id of this request in the server's log and in the answer. */
  requestId: string;
}
