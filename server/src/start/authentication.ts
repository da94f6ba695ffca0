import type { FastifyInstance } from "fastify";
import { type AccountMaintenance, accountMaintenance } from "../resources/accounts/accountMaintenance.ts";
import { type FirstStart, firstStart } from "../resources/accounts/firstStart.ts";
import { type Superadmins, superadmins } from "../resources/accounts/superadmins.ts";
import { apiKeyAuthenticator } from "../resources/apiKeys/apiKeyAuthenticator.ts";
import { apiKeysRepository } from "../resources/apiKeys/apiKeys.repository.ts";
import { refusedWrites } from "../platform/audit/refusedWrites.ts";
import { sendsTexts } from "../platform/config/sendsTexts.ts";
import { customerEntrance } from "../resources/customers/customerEntrance.ts";
import { nameCharacters } from "../platform/access/nameCharacters.ts";
import { admission, type Authenticator } from "../platform/http/admission.ts";
import { type PersonAuthenticator, personAuthenticator } from "../platform/http/authenticate.ts";
import type { RateLimiters } from "../platform/http/rateLimit.ts";
import type { RouteContext } from "../platform/http/route.ts";
import { idempotentWrites } from "../platform/writes/idempotentWrites.ts";
import { type UserPools, userPools } from "../resources/identityLink/userPools.ts";
import { type RevokedSessions, revokedSessions } from "../platform/sessions/revokedSessions.ts";
import { type SessionUses, sessionUses } from "../platform/sessions/sessionUses.ts";
import { type Viewers, viewers } from "../platform/sessions/viewers.ts";
import { type SiteEntrance, siteEntrance } from "../resources/sites/siteEntrance.ts";
import type { BaseContext } from "./baseContext.ts";
import { type Identity, serverAgent } from "./hostIdentity.ts";
import type { WriteRecording } from "./openWriteRecording.ts";
import type { Storage } from "./storage.ts";

/** How often it is written when sessions were last used. */
const usesMs = 60_000;

/** Who comes in, and how far. */
export interface Authentication {
  auth: PersonAuthenticator;
  viewers: Viewers;
  revoked: RevokedSessions;
  uses: SessionUses;
  pools: UserPools;
  accountMaintenance: AccountMaintenance;
  superadmins: Superadmins;
  firstStart: FirstStart;
  sites: SiteEntrance;
  /** What checks the callers of every route. */
  context: RouteContext;
}

/** Joins the user pools with what is known about their people here, and with the rules that every route follows. */
export async function authentication(
  parts: BaseContext &
    Pick<Storage, "db"> &
    WriteRecording & {
      app: FastifyInstance;
      identity: Identity | null;
      /** Where this process reaches its own identity endpoint. */
      ownOrigin: string;
      limiters: RateLimiters;
      /** How gateways show who they are. */
      gateways: Authenticator;
    },
): Promise<Authentication> {
  const { app, config, identity, db, unit, audit, limiters, now, problem } = parts;
  const viewerCache = viewers(db, now);
  // Amazon does not say which sessions it has ended: its tokens are good until they expire.
  const revoked = revokedSessions(identity?.revokedOriginJtis ?? (async () => []), now);
  await revoked.refresh();
  const uses = sessionUses(identity?.noteSessionUses ?? (async () => undefined), now);
  parts.every(usesMs, uses.flush);
  parts.onStop(uses.flush);
  const pools = userPools(config, identity, { agent: serverAgent, origin: parts.ownOrigin, now, problem });
  const { current, legacy } = pools;
  parts.onStop(() => {
    current.pool.close();
    legacy?.pool.close();
  });
  const maintenance = accountMaintenance({ db, pools, unit, now, problem });
  const people = superadmins({ db, pools, accountMaintenance: maintenance, sendsTexts: sendsTexts(config) });
  const auth = personAuthenticator({
    verify: current.verify,
    isRevoked: revoked.has,
    used: uses.note,
    viewers: viewerCache,
  });
  const keys = apiKeyAuthenticator({ keys: apiKeysRepository(db), makerOf: viewerCache.person, limiters, now });
  const sites = siteEntrance(db);
  return {
    auth,
    viewers: viewerCache,
    revoked,
    uses,
    pools,
    accountMaintenance: maintenance,
    superadmins: people,
    firstStart: firstStart(people),
    sites,
    context: {
      app,
      authenticate: admission([auth, parts.gateways, keys]),
      enterSite: sites.enter,
      enterCustomer: customerEntrance(db),
      nameCharacters: (customerId) => nameCharacters(db, customerId),
      unit,
      ...idempotentWrites(db),
      refused: refusedWrites(audit),
    },
  };
}
