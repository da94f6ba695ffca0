import { randomUUID } from "node:crypto";
import {
  DiscardPolicy,
  JetStreamApiError,
  jetstreamManager,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamInfo,
} from "@nats-io/jetstream";
import type { NatsConnection } from "@nats-io/transport-node";
import { sitePartitions } from "../partitions.ts";

/** Beyond the budget of messages there is room for heartbeats, so that the time advances in a full stream, bytes. */
const reserveBytes = 16 * 1024 * 1024;
/** Three copies survive the loss of one server; a single server can only have one. */
const copiesInCluster = 3;
/** The server's answer if there is no stream of a name. */
const notFoundCode = 10_059;
/** The server's answer if a stream has no more room. */
const fullCode = 10_077;
/** Under which the stream carries the id of the log in its metadata. */
const idName = "pulse_log_id";

/** Whether a message was refused because the stream has no more room. */
export function isFull(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === fullCode;
}

/** Where the records of a partition are published. */
export function subjectOf(subject: string, partition: number): string {
  return `${subject}.${partition}`;
}

export interface Stream {
  manager: JetStreamManager;
  name: string;
  /** Where heartbeats and records of unknown sites are published, and where releases without partitions put everything. */
  subject: string;
  /** Identifies the log: another one if the stream was deleted and made again. */
  logId: string;
  /** Whether it was made by this call. */
  isNew: boolean;
  info: StreamInfo;
}

/**
 * Opens the stream of a cluster's log, or makes it. Rejects with the server's reason, and if a stream of this name is
 * not Pulse's.
 * @param maxBytes the budget for messages
 */
export async function openStream(connection: NatsConnection, cluster: string, maxBytes: number): Promise<Stream> {
  const manager = await jetstreamManager(connection);
  const name = `${cluster}_log`;
  const subject = `${cluster}.log`;
  const subjects = [subject, ...sitePartitions.map((partition) => subjectOf(subject, partition))];
  const found = await manager.streams.info(name).catch((error: unknown) => {
    if (error instanceof JetStreamApiError && error.code === notFoundCode) return null;
    throw error;
  });
  const limit = maxBytes + reserveBytes;
  const info =
    found === null
      ? await manager.streams.add({
          name,
          subjects,
          description: "Messages of gateways and trackers that Pulse has not processed yet",
          retention: RetentionPolicy.Limits,
          storage: StorageType.File,
          // A full log refuses new messages; it never drops old ones.
          discard: DiscardPolicy.New,
          max_bytes: limit,
          num_replicas: connection.info?.cluster === undefined ? 1 : copiesInCluster,
          metadata: { [idName]: randomUUID() },
        })
      : found.config.max_bytes === limit && subjects.every((one) => found.config.subjects?.includes(one))
        ? found
        : // A stream of an earlier release gets the subjects of the partitions, and keeps what it holds.
          await manager.streams.update(name, { max_bytes: limit, subjects });
  const logId = info.config.metadata?.[idName];
  if (logId === undefined)
    throw new Error(`the stream ${name} was not made by Pulse; set PULSE_CLUSTER to another name`);
  return { manager, name, subject, logId, isNew: found === null, info };
}
