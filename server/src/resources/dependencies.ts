import type { PipelineDependencies } from "../pipeline/dependencies.ts";
import type { AccountMaintenance } from "./accounts/accountMaintenance.ts";
import type { FirstStart } from "./accounts/firstStart.ts";
import type { Buffers } from "../platform/health/buffers.ts";
import type { RecentWarnings } from "../platform/health/recentWarnings.ts";
import type { RevokedSessions } from "../platform/sessions/revokedSessions.ts";
import type { SessionUses } from "../platform/sessions/sessionUses.ts";
import type { UserPools } from "./identityLink/userPools.ts";
import type { ClientSecrets } from "./singleSignOn/clientSecrets.ts";
import type { ByteStore } from "../platform/files/byteStore.ts";
import type { UnitOfWork } from "../platform/writes/unitOfWork.ts";
import type { OutgoingMessage } from "../platform/mail/outgoingMessage.ts";
import type { ReachFacts } from "./reach/reachFacts.ts";
import type { FreeSpace } from "./system/diskSpace.ts";
import type { OutboxEntry } from "./system/outboxEntry.ts";
import type { Resolve } from "./webhooks/webhookAddress.ts";

/**
 * What exists before the slices are put together. A slice names the few that it takes: `Pick<Dependencies, "context" | "db">`.
 */
export interface Dependencies extends PipelineDependencies {
  pools: UserPools;
  /** The sessions that were ended early, and when the others were last used. */
  revoked: Pick<RevokedSessions, "refresh">;
  uses: Pick<SessionUses, "flush">;
  accountMaintenance: AccountMaintenance;
  firstStart: FirstStart;
  /** A one-time code with which the user with this sub signs in; null: the accounts are at Amazon. */
  issueSignInCode: ((sub: string) => Promise<string>) | null;
  /** Seals what is sent to companies' identity providers. */
  clientSecrets: ClientSecrets;
  /** How long a company's identity provider may take to answer; undefined: as long as usual. */
  providerTimeoutMs: number | undefined;
  /** Resolves a webhook's host; undefined: the system does. */
  resolveHost: Resolve | undefined;
  /** The messages that no service is set to send. */
  outbox(): Promise<OutboxEntry[]>;
  /** Sends a message of Pulse's own. Rejects with the reason if it could not be sent. */
  deliver(message: OutgoingMessage): Promise<void>;
  /** Finds out whether people can be reached. */
  reachFacts(): Promise<ReachFacts>;
  /** Writes a backup, not encrypted, to a new file. Rejects if it cannot be made, or is aborted. */
  writeBackup(path: string, signal: AbortSignal): Promise<void>;
  /** Where the files of reports are kept. */
  storedReports: ByteStore;
  /** For what happens without anybody doing it. */
  unit: Pick<UnitOfWork, "commitEvents">;
  /** What the data folder's disk has left. */
  freeSpace(): Promise<FreeSpace>;
  /** Where everything that buffers data shows how much of it waits. */
  waiting: Pick<Buffers, "read">;
  /** What the log has warned of. */
  warnings: Pick<RecentWarnings, "list" | "counts">;
  /** When this process began to start. */
  startedMs: number;
  /** The commit that runs; null: it is not known. */
  commit(): string | null;
}
