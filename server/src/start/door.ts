import type { FastifyInstance } from "fastify";
import { type AccountKeeping, accountKeeping } from "../accounts/accountKeeping.ts";
import { type FirstStart, firstStart } from "../accounts/firstStart.ts";
import { type Superadmins, superadmins } from "../accounts/superadmins.ts";
import { apiKeyAuthenticator } from "../apiKeys/apiKeyAuthenticator.ts";
import { apiKeysRepository } from "../apiKeys/apiKeys.repository.ts";
import { refusedWrites } from "../audit/refusedWrites.ts";
import { customerEntrance } from "../customers/customerEntrance.ts";
import { admission, type Authenticator } from "../http/admission.ts";
import { type PersonAuthenticator, personAuthenticator } from "../http/authenticate.ts";
import type { RouteContext } from "../http/route.ts";
import { writesOnce } from "../writes/writesOnce.ts";
import { type UserPools, userPools } from "../identityLink/userPools.ts";
import { type RevokedSessions, revokedSessions } from "../signedIn/revokedSessions.ts";
import { type Viewers, viewers } from "../signedIn/viewers.ts";
import { type SiteEntrance, siteEntrance } from "../sites/siteEntrance.ts";
import type { Ground } from "./ground.ts";
import { type Identity, ownAgent } from "./hostIdentity.ts";
import type { Recording } from "./recording.ts";
import type { Storage } from "./storage.ts";

/** Who comes in, and how far. */
export interface Door {
  auth: PersonAuthenticator;
  viewers: Viewers;
  revoked: RevokedSessions;
  pools: UserPools;
  keeping: AccountKeeping;
  superadmins: Superadmins;
  firstStart: FirstStart;
  sites: SiteEntrance;
  /** What checks the callers of every route. */
  context: RouteContext;
}

/** Joins the user pools with what is known about their people here, and with the rules that every route follows. */
export async function door(
  parts: Ground &
    Pick<Storage, "db"> &
    Recording & {
      app: FastifyInstance;
      identity: Identity | null;
      /** How gateways show who they are. */
      gateways: Authenticator;
    },
): Promise<Door> {
  const { app, config, identity, db, unit, audit, now, problem } = parts;
  const known = viewers(db, now);
  // Amazon does not say which sessions it has ended: its tokens are good until they expire.
  const revoked = revokedSessions(identity?.revokedOriginJtis ?? (async () => []), now);
  await revoked.refresh();
  const pools = userPools(config, identity, { agent: ownAgent, now, problem });
  const { current, legacy } = pools;
  parts.onStop(() => {
    current.pool.close();
    legacy?.pool.close();
  });
  const keeping = accountKeeping({ db, pools, unit, now, problem });
  const people = superadmins({ db, pools, keeping });
  const auth = personAuthenticator({ verify: current.verify, isRevoked: revoked.has, viewers: known });
  const keys = apiKeyAuthenticator({ keys: apiKeysRepository(db), makerOf: known.person, now });
  const sites = siteEntrance(db);
  return {
    auth,
    viewers: known,
    revoked,
    pools,
    keeping,
    superadmins: people,
    firstStart: firstStart(people),
    sites,
    context: {
      app,
      authenticate: admission([auth, parts.gateways, keys]),
      enterSite: sites.enter,
      enterCustomer: customerEntrance(db),
      unit,
      ...writesOnce(db),
      refused: refusedWrites(audit),
    },
  };
}
