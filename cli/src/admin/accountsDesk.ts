import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { userPools } from "@pulse/server/resources/identityLink/userPools";
import { accountMaintenance } from "@pulse/server/resources/accounts/accountMaintenance";
import { type Superadmins, superadmins } from "@pulse/server/resources/accounts/superadmins";
import { newApp } from "@pulse/server/platform/http/app";
import { sendsTexts } from "@pulse/server/platform/config/sendsTexts";
import type { Config } from "@pulse/server/platform/config/config";
import type { Origin } from "@pulse/server/platform/http/origin";
import { nobody } from "@pulse/server/platform/http/viewer";
import { lifecycle } from "@pulse/server/platform/runtime/lifecycle";
import { hostIdentity, serverAgent } from "@pulse/server/start/hostIdentity";
import { openWriteRecording } from "@pulse/server/start/openWriteRecording";
import { openConfigured } from "@pulse/server/start/storage";
import { offlineWrite, type Write } from "@pulse/server/platform/writes/write";
import type { Logger } from "pino";

export interface AccountsDesk {
  superadmins: Superadmins;
  /** A write with its entry in the audit log, attributed to the person at the machine. */
  write<C>(origin: Origin): Write<C>;
  close(): Promise<void>;
}

/**
 * The accounts of an installation without the rest of it. The pool is used through the SDK here too: Amazon's by the
 * settings, the embedded one over its own port, which only this machine can reach. Throws a ConfigError if the database or
 * its folder is in use or missing.
 */
export async function openAccountsDesk(config: Config, log: Logger): Promise<AccountsDesk> {
  const problem = (error: unknown): void => log.error({ err: error }, "work could not be finished");
  const { onStop, every, stop } = lifecycle(problem);
  try {
    const database = await openConfigured(config);
    onStop(() => database.close());
    const dataDir = resolve(config.dataDir);
    const records = openWriteRecording({ db: database.db, dataDir, log, now: Date.now, problem, every, onStop });
    const identity = await hostIdentity({
      config,
      db: database.db,
      audit: records.audit,
      deliver: async () => Promise.reject(new Error("the admin commands send nothing")),
      now: Date.now,
      log,
    });
    onStop(() => identity?.close());
    let reached = config;
    if (identity) {
      const app = await newApp(log);
      onStop(() => app.close());
      await app.register(identity.plugin);
      await app.listen({ host: "127.0.0.1", port: 0 });
      reached = { ...config, host: "127.0.0.1", port: (app.server.address() as AddressInfo).port };
    }
    const pools = userPools(reached, identity, { agent: serverAgent });
    onStop(() => {
      pools.current.pool.close();
      pools.legacy?.pool.close();
    });
    const { db } = database;
    const maintenance = accountMaintenance({ db, pools, unit: records.unit, now: Date.now, problem });
    return {
      superadmins: superadmins({ db, pools, accountMaintenance: maintenance, sendsTexts: sendsTexts(config) }),
      write: (origin) => offlineWrite(records.unit, nobody, { person: null, origin }),
      close: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
