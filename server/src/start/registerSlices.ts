import type { BrokerAccount } from "../platform/broker/broker.ts";
import type { OpenDatabase } from "../platform/database/database.ts";
import { gatherReach } from "./gatherReach.ts";
import { slices } from "./slices.ts";
import { type Job, startJobs } from "../platform/jobs/jobs.ts";
import { accountProvisioner } from "../platform/devices/provisionAccount.ts";
import type { Identity } from "./hostIdentity.ts";
import type { BrokerHandle } from "./brokerHandle.ts";

/** Registers every slice, and starts their jobs if this process does jobs. */
export async function registerSlices(
  parts: Omit<Parameters<typeof slices>[0], "job" | "mqtt" | "provisionAccount" | "reachFacts" | "issueSignInCode"> & {
    identity: Pick<Identity, "issueSignInCode"> | null;
    database: OpenDatabase;
    broker: BrokerHandle;
  },
): Promise<void> {
  const { config, database, broker, problem, onStop } = parts;
  const jobs: Job[] = [];
  const job = (one: Job): void => void jobs.push(one);
  // The process that has the broker's connection sends them.
  const accounts = {
    needsAccounts: broker.needsAccounts,
    provisionAccount: async ({ publishTopics, subscribeTopics, ...account }: BrokerAccount & { password: string }) => {
      const topics = { publishTopics: [...publishTopics], subscribeTopics: [...subscribeTopics] };
      await parts.bus.ask("provisionAccount", { ...account, ...topics, siteId: undefined });
    },
  };
  const reachFacts = () => gatherReach(config, parts.now, true);
  const issueSignInCode = parts.identity?.issueSignInCode ?? null;
  await slices({
    ...parts,
    issueSignInCode,
    reachFacts,
    mqtt: broker.address,
    provisionAccount: accountProvisioner(accounts),
    job,
  });
  if (!config.roles.has("jobs")) return;
  const running = startJobs({ database, jobs, problem });
  onStop(() => running.stop());
}
