import type { Kysely } from "kysely";
import type { Audit } from "./audit.ts";
import type { Codes } from "./codes.ts";
import type { Delivery, Log } from "./delivery.ts";
import type { Devices } from "./devices.ts";
import type { Passwords } from "./passwords.ts";
import type { Pools } from "./pools.ts";
import type { RefreshTokens } from "./refreshTokens.ts";
import type { IdentityTables } from "./schema.ts";
import type { Secrets } from "./secrets.ts";
import type { Sessions } from "./sessions.ts";
import type { SigningKeys } from "./signingKeys.ts";
import type { Throttle } from "./throttle.ts";
import type { Tokens } from "./tokens.ts";
import type { Users } from "./users.ts";

/** What the operations are built from; each takes the parts it uses. */
export interface Context {
  db: Kysely<IdentityTables>;
  now: () => number;
  log: Log;
  pools: Pools;
  secrets: Secrets;
  keys: SigningKeys;
  tokens: Tokens;
  users: Users;
  passwords: Passwords;
  sessions: Sessions;
  devices: Devices;
  refreshTokens: RefreshTokens;
  codes: Codes;
  throttle: Throttle;
  send: (message: Delivery) => Promise<void>;
  audit: Audit;
}

/** Who calls, as the connection tells it. */
export interface Caller {
  ip: string;
  userAgent: string;
  /** As the server's log and the answer name this request. */
  requestId: string;
}
