import type { Audit } from "./audit.ts";
import type { Delivery, Log } from "./delivery.ts";
import type { Pools } from "./pools.ts";
import type { SigningKeys } from "./signingKeys.ts";
import type { SpendSms } from "./smsBudgets.ts";
import type { RunTransaction, Store } from "./store.ts";
import type { Throttle } from "./throttle.ts";
import type { Tokens } from "./tokens.ts";

/** What the operations are built from; each takes the parts it uses. */
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

/** The caller, as the connection and the headers tell. */
export interface Caller {
  ip: string;
  userAgent: string;
  /** The id of this request in the server's log and in the answer. */
  requestId: string;
}
