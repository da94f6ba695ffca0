import type { Dependencies } from "../dependencies.ts";
import { failedMessagesRepository } from "./failedMessages.repository.ts";
import { failedMessagesRoutes } from "./failedMessages.routes.ts";
import { failedMessagesService } from "./failedMessages.service.ts";

/** The messages of devices that could not be processed. */
export function failedMessagesSlice({ context, db, bus }: Pick<Dependencies, "context" | "db" | "bus">): void {
  failedMessagesRoutes(context, failedMessagesService({ messages: failedMessagesRepository(db), bus }));
}
