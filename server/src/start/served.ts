import type { BrokerHandlers } from "../platform/broker/broker.ts";
import type { Superadmins } from "../resources/accounts/superadmins.ts";
import type { Screen } from "./livePicture.ts";

/** What a process offers besides its part of the devices' path. */
export interface Served {
  /** Its own sockets. */
  live: Screen;
  /** Checks again who is still signed in and may be sent what. */
  recheck(): Promise<void>;
  /** What listeners of our own broker get when they subscribe. */
  retained: NonNullable<BrokerHandlers["retained"]>;
  /** Null: nobody signs in here. */
  superadmins: Superadmins | null;
  openFirstStart(): Promise<string | null>;
  /** Finishes work on accounts that an earlier process left unfinished. */
  settleAccounts(): Promise<void>;
}
