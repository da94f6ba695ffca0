import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Id, Time } from "./fields.ts";

/** A device's message whose processing failed: a fault of Pulse's, so that it was set aside and the others went on. */
export const FailedMessage = z
  .object({
    id: Id,
    customerId: Id,
    siteId: Id,
    siteName: z.string(),
    /** `name` null: it has been deleted. */
    sender: z.object({ kind: z.enum(["gateway", "tracker"]), id: Id, name: z.string().nullable() }),
    topic: z.string(),
    /** As text, its first 8,192 bytes. */
    payload: z.string(),
    bytes: z.number().int(),
    receivedAt: Time,
    /** How often its processing failed, and when it did last. */
    tries: z.number().int(),
    triedAt: Time,
    /** Why, in English, as in the log. */
    reason: z.string(),
  })
  .meta({ id: "FailedMessage" });
export type FailedMessage = z.infer<typeof FailedMessage>;

const params = z.object({ id: Id });
const tag = "System";

export const listFailedMessages = endpoint({
  id: "listFailedMessages",
  method: "GET",
  path: "/api/v3/failed-messages",
  tag,
  summary: "The newest 200 messages of devices that could not be processed",
  access: "superadmin",
  content: z.array(FailedMessage),
});

export const replayFailedMessage = endpoint({
  id: "replayFailedMessage",
  method: "POST",
  path: "/api/v3/failed-messages/:id/replay",
  tag,
  summary: "Processes a failed message again, as of the time at which it arrived",
  access: "superadmin",
  params,
  content: z.object({ id: Id }),
  status: 202,
});

export const deleteFailedMessage = endpoint({
  id: "deleteFailedMessage",
  method: "DELETE",
  path: "/api/v3/failed-messages/:id",
  tag,
  summary: "Deletes a failed message, which is then lost",
  access: "superadmin",
  params,
  content: z.object({ id: Id }),
});
