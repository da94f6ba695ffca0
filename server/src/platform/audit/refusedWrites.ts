import type { Endpoint } from "@pulse/contract/endpoint";
import { Id } from "@pulse/contract/fields";
import type { FastifyRequest } from "fastify";
import { originOf } from "../http/origin.ts";
import type { Viewer } from "../http/viewer.ts";
import type { AuditLog, AuditNote } from "./audit.service.ts";

/** What comes before the noun in the paths of our API and of SCIM. */
const prefix = /^\/(api\/v3|scim\/v2)\//;
const actions = { POST: "create", PUT: "update", DELETE: "delete" } as const;

/**
 * Notes writes whose caller lacks the rights for them, in the log of the caller's own customer. The thing is named by
 * the id in the path, since the body of a refused write is not read. Whether it exists is not checked: it may belong to
 * somebody else.
 */
export function refusedWrites(audit: AuditLog): (endpoint: Endpoint, viewer: Viewer, request: FastifyRequest) => void {
  return ({ method, path }, viewer, request) => {
    if (method === "GET") return;
    const [noun = "", ...rest] = path.replace(prefix, "").toLowerCase().split("/");
    audit.record({
      action: rest.length > 1 ? partAction(rest.at(-1)!) : actions[method],
      origin: originOf(request),
      person: viewer,
      entity: { kind: noun.replace(/s$/, ""), ...requestedEntity(request) },
      outcome: "refused",
    });
  };
}

const partAction = (part: string): AuditNote["action"] =>
  part === "mqtt-credentials" ? "credentials_reset" : "update";

/** The requested id; null if something was to be created. */
function requestedEntity({ params }: FastifyRequest): { id: string | null; name: string } {
  const id = Id.safeParse((params as { id?: unknown } | undefined)?.id).data ?? null;
  return { id, name: id ?? "" };
}
