import { AppError } from "@pulse/contract/errors";
import type { FailedMessage } from "@pulse/contract/failedMessages";
import type { Bus } from "../../platform/bus/bus.ts";
import type { WriteRecord } from "../../platform/writes/record.ts";
import type { Write } from "../../platform/writes/write.ts";
import type { FailedMessagesRepository, ListedFailedMessage } from "./failedMessages.repository.ts";

export type FailedMessagesService = ReturnType<typeof failedMessagesService>;

/** The messages of devices that could not be processed, for superadmins. */
export function failedMessagesService(parts: { messages: FailedMessagesRepository; bus: Pick<Bus, "ask"> }) {
  const { messages, bus } = parts;
  const existing = async (id: string): Promise<ListedFailedMessage> => {
    const message = await messages.find(id);
    if (message === undefined) throw new AppError("not_found");
    return message;
  };
  return {
    /** @throws {AppError} `not_found` for one that has been processed or deleted */
    existing,

    list: async (): Promise<FailedMessage[]> => (await messages.list()).map(shown),

    /** It stays in the list until it has been processed. @throws {AppError} `service_unavailable` if no process works on its site now */
    replay: async (write: Write<{ id: string }>, id: string): Promise<{ id: string }> => {
      const message = await existing(id);
      // Before the transaction, which is the only one that the embedded database has.
      const isAccepted = await bus.ask("retryFailedMessage", { siteId: message.site_id, id });
      if (!isAccepted) throw new AppError("service_unavailable");
      return write.commit(async () => ({
        content: { id },
        records: [recordOf(message, { before: null, after: id })],
      }));
    },

    remove: async (write: Write<{ id: string }>, id: string): Promise<{ id: string }> => {
      const message = await existing(id);
      return write.commit(async (trx) => {
        if (!(await messages.remove(trx, id))) throw new AppError("not_found");
        return { content: { id }, records: [recordOf(message, { before: id, after: null })] };
      });
    },
  };
}

/** An entry about the device that sent it. */
const recordOf = (
  { sender_kind, sender_id, sender_name, customer_id: customerId, site_id: siteId }: ListedFailedMessage,
  change: { before: string | null; after: string | null },
): WriteRecord => ({
  kind: sender_kind,
  action: "update",
  entity: {
    ...(sender_kind === "gateway" ? { kind: "hardware" } : {}),
    id: sender_id,
    name: sender_name ?? sender_id,
  },
  customerId,
  siteId,
  changes: [{ field: "failed_message", ...change }],
});

const shown = (row: ListedFailedMessage): FailedMessage => ({
  id: row.id,
  customerId: row.customer_id,
  siteId: row.site_id,
  siteName: row.site_name,
  sender: { kind: row.sender_kind, id: row.sender_id, name: row.sender_name },
  topic: row.topic,
  payload: new TextDecoder().decode(row.payload),
  bytes: row.bytes,
  receivedAt: row.received_at.toISOString(),
  tries: row.tries,
  triedAt: row.tried_at.toISOString(),
  reason: row.reason,
});
