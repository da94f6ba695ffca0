import { registerDocs } from "../platform/http/docsSite.ts";
import { registerWebApp } from "../platform/http/webApp.ts";
import { authentication } from "./authentication.ts";
import type { BaseContext } from "./baseContext.ts";
import type { BrokerHandle } from "./brokerHandle.ts";
import { openClientSecrets } from "./clientSecrets.ts";
import type { Identity } from "./hostIdentity.ts";
import { liveMap } from "./liveMap.ts";
import type { OpenServer } from "./openServer.ts";
import type { OwnListener } from "./ownListener.ts";
import { registerSlices } from "./registerSlices.ts";
import type { Served } from "./served.ts";
import { sharedRateLimiters } from "../platform/database/rateWindows.ts";
import { ownRateLimiters, type RateLimiters } from "../platform/http/rateLimit.ts";
import type { Storage } from "./storage.ts";
import type { AccountMaintenance } from "../resources/accounts/accountMaintenance.ts";

/** Opens the API with every slice, the web app, the live socket, and the jobs if they are a role of this process. */
export async function everySlice(
  parts: BaseContext &
    Pick<OwnListener, "ownOrigin"> &
    Omit<
      Parameters<typeof registerSlices>[0],
      "app" | "limiters" | "clientSecrets" | keyof Awaited<ReturnType<typeof authentication>>
    > &
    Pick<Parameters<typeof authentication>[0], "audit" | "events" | "unit"> &
    Omit<Parameters<typeof liveMap>[0], "server" | keyof Awaited<ReturnType<typeof authentication>>> & {
      server: OpenServer;
      identity: Identity | null;
      broker: BrokerHandle;
      webFolder: string;
      docsFolder: string | undefined;
      gateways: Parameters<typeof authentication>[0]["gateways"];
    },
): Promise<Served> {
  const { app } = parts.server;
  const { identity } = parts;
  const limiters = openRateLimiters(parts);
  const entrance = await authentication({ ...parts, app, limiters });
  const clientSecrets = await openClientSecrets(parts.dataDir, identity !== null);
  await registerSlices({ ...parts, ...entrance, clientSecrets, limiters, ...parts.server });
  if (identity) await app.register(identity.plugin);
  await registerDocs(app, parts.docsFolder);
  if (!(await registerWebApp(app, parts.webFolder))) parts.log.warn("the web app is not built; only the API is served");
  const { live, recheck, retained } = liveMap({ ...parts, ...entrance });
  return {
    live,
    recheck,
    retained,
    superadmins: entrance.superadmins,
    openFirstStart: entrance.firstStart.open,
    settleAccounts: () => settleAccounts(entrance.accountMaintenance, parts),
  };
}

/** How often windows that have passed are deleted, ms. */
const sweepMs = 10 * 60_000;

/** Limits on calls: counted by this process or, if there may be several, by all together. */
function openRateLimiters(parts: Pick<BaseContext, "config" | "every" | "now"> & Pick<Storage, "db">): RateLimiters {
  if (parts.config.nats === null) return ownRateLimiters;
  const { limiters, sweep } = sharedRateLimiters(parts.db);
  parts.every(sweepMs, () => sweep(parts.now()));
  return limiters;
}

/** How often work on accounts is tried again if the pool was away. */
const settleMs = 60_000;

/**
 * Finishes work on accounts that an earlier process left unfinished. The pool may be our own, which answers only now.
 */
function settleAccounts(
  accountMaintenance: Pick<AccountMaintenance, "settle">,
  { config, every, onStop, problem }: Pick<BaseContext, "config" | "every" | "onStop" | "problem">,
): Promise<void> {
  // The embedded pool answers in the processes that people sign in at.
  if (!config.roles.has("api")) return Promise.resolve();
  const settling = accountMaintenance.settle().catch(problem);
  every(settleMs, accountMaintenance.settle);
  onStop(() => settling);
  return settling;
}
