import { deleteFailedMessage, listFailedMessages, replayFailedMessage } from "@pulse/contract/failedMessages";
import { route, type RouteContext } from "../../platform/http/route.ts";
import type { FailedMessagesService } from "./failedMessages.service.ts";

export function failedMessagesRoutes(context: RouteContext, messages: FailedMessagesService): void {
  const reach = async (_viewer: unknown, { id }: { id: string }): Promise<void> => void (await messages.existing(id));

  route(context, listFailedMessages, async () => ({ content: await messages.list() }));
  route(
    context,
    replayFailedMessage,
    async ({ params, write }) => ({ content: await messages.replay(write, params.id), status: 202 }),
    reach,
  );
  route(
    context,
    deleteFailedMessage,
    async ({ params, write }) => ({ content: await messages.remove(write, params.id) }),
    reach,
  );
}
