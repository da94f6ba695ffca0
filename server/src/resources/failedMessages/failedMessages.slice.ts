import { deleteFailedMessage, listFailedMessages, replayFailedMessage } from "@pulse/contract/failedMessages";
import { route } from "../../platform/http/route.ts";
import type { Dependencies } from "../dependencies.ts";
import { failedMessagesRepository } from "./failedMessages.repository.ts";
import { failedMessagesService } from "./failedMessages.service.ts";

/** The messages of devices that could not be processed. */
export function failedMessagesSlice({ context, db, bus }: Pick<Dependencies, "context" | "db" | "bus">): void {
  const messages = failedMessagesService({ messages: failedMessagesRepository(db), bus });
  route(context, listFailedMessages, async () => ({ content: await messages.list() }));
  route(context, replayFailedMessage, async ({ params, write }) => ({
    content: await messages.replay(write, params.id),
    status: 202,
  }));
  route(context, deleteFailedMessage, async ({ params, write }) => ({
    content: await messages.remove(write, params.id),
  }));
}
