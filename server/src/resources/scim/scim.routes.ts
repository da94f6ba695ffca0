import { AppError } from "@pulse/contract/errors";
import type { Letter } from "@pulse/contract/access";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { mayCall } from "../../platform/access/mayCall.ts";
import { isTooDeep } from "../../platform/http/jsonBody.ts";
import { originOf } from "../../platform/http/origin.ts";
import { viewerOf } from "../../platform/http/principal.ts";
import type { RouteContext } from "../../platform/http/route.ts";
import type { Actor } from "../../platform/writes/write.ts";
import { maxResults, resourceTypes, schemas, serviceProviderConfig } from "./scimDiscovery.ts";
import { scimEndpoint } from "./scimEndpoints.ts";
import { notFound, ScimError, scimErrorBody, scimErrorOf } from "./scimError.ts";
import { parseFilter, type ScimFilter, type ScimObject } from "./scimFilter.ts";
import { bodyObject } from "./scimResources.ts";
import type { ScimGroupsService } from "./scimGroups.service.ts";
import { isId, type ScimUsersService } from "./scimUsers.service.ts";

const contentType = "application/scim+json; charset=utf-8";
const listSchema = "urn:ietf:params:scim:api:messages:2.0:ListResponse";

type Service = Pick<ScimUsersService | ScimGroupsService, "get" | "list" | "create" | "replace" | "patch" | "remove">;

/** What is done with one resource of a customer. */
type Change<T> = (actor: Actor, customerId: string, id: string) => Promise<T>;

/** SCIM 2.0 (RFC 7643, RFC 7644) under `/scim/v2`, for companies' directories, with an API key of the customer. */
export function scimRoutes(
  app: FastifyInstance,
  context: Pick<RouteContext, "authenticate" | "refused">,
  parts: { users: ScimUsersService; groups: ScimGroupsService; root: string },
): void {
  void app.register(
    async (routes) => {
      routes.addContentTypeParser("application/scim+json", { parseAs: "string" }, (_request, text: string, done) => {
        try {
          if (isTooDeep(text)) throw new ScimError(400, "The body is nested too deeply", "invalidSyntax");
          done(null, text === "" ? undefined : JSON.parse(text));
        } catch (error) {
          done(error instanceof ScimError ? error : new ScimError(400, "The body is not JSON", "invalidSyntax"));
        }
      });
      routes.setErrorHandler((error: unknown, request, reply) => answerError(error, request, reply));
      discovery(routes, parts.root);
      resource(routes, context, "Users", parts.users, parts.root);
      resource(routes, context, "Groups", parts.groups, parts.root);
      routes.all("/*", async () => {
        throw notFound();
      });
    },
    { prefix: "/scim/v2" },
  );
}

function discovery(routes: FastifyInstance, root: string): void {
  const send = (reply: FastifyReply, body: object) => reply.type(contentType).send(body);
  const one = (all: object[], id: string): object => {
    const schema = all.find((each) => "id" in each && each.id === id);
    if (schema === undefined) throw notFound();
    return schema;
  };
  routes.get("/ServiceProviderConfig", async (_request, reply) => send(reply, serviceProviderConfig(root)));
  routes.get("/ResourceTypes", async (_request, reply) => send(reply, listOf(resourceTypes(root), 1, maxResults)));
  routes.get("/ResourceTypes/:id", async ({ params }, reply) => send(reply, one(resourceTypes(root), idIn(params))));
  routes.get("/Schemas", async (_request, reply) => send(reply, listOf(schemas(root), 1, maxResults)));
  routes.get("/Schemas/:id", async ({ params }, reply) => send(reply, one(schemas(root), idIn(params))));
}

function resource(
  routes: FastifyInstance,
  context: Pick<RouteContext, "authenticate" | "refused">,
  noun: "Users" | "Groups",
  service: Service,
  root: string,
): void {
  /** Who calls, with their customer. Throws an AppError with 401 or 403. */
  const enter = async (request: FastifyRequest, letter: Letter): Promise<Actor & { customerId: string }> => {
    const endpoint = scimEndpoint(noun, letter);
    const viewer = viewerOf(await context.authenticate(endpoint, request));
    if (!mayCall(endpoint, viewer) || viewer.customerId === null) {
      context.refused(endpoint, viewer, request);
      throw new AppError("operation_not_allowed");
    }
    return { viewer, origin: originOf(request), customerId: viewer.customerId };
  };
  const idOf = ({ params }: FastifyRequest): string => {
    const id = idIn(params);
    if (!isId(id)) throw notFound();
    return id;
  };
  /** A change of one resource. A try at what the customer does not have is noted, like one without the rights for it. */
  const change = async <T>(request: FastifyRequest, letter: Letter, act: Change<T>): Promise<T> => {
    const { customerId, ...actor } = await enter(request, letter);
    try {
      return await act(actor, customerId, idOf(request));
    } catch (error) {
      if (scimErrorOf(error)?.status === 404) context.refused(scimEndpoint(noun, letter), actor.viewer, request);
      throw error;
    }
  };
  const send = (reply: FastifyReply, request: FastifyRequest, body: ScimObject, status = 200) =>
    reply.code(status).type(contentType).send(selected(body, request));

  const list = async (request: FastifyRequest, reply: FastifyReply, query: Record<string, unknown>) => {
    const { customerId } = await enter(request, "r");
    const all = await service.list(customerId, filterIn(query));
    const body = listOf(all, numberIn(query, "startIndex", 1), numberIn(query, "count", 100));
    const Resources = body.Resources.map((one) => selected(one as ScimObject, request));
    return reply.type(contentType).send({ ...body, Resources });
  };

  routes.get(`/${noun}`, (request, reply) => list(request, reply, request.query as Record<string, unknown>));
  routes.post(`/${noun}/.search`, async (request, reply) => {
    await enter(request, "r");
    return list(request, reply, bodyObject(request.body));
  });
  routes.post(`/${noun}`, async (request, reply) => {
    const { customerId, ...actor } = await enter(request, "c");
    const created = await service.create(actor, customerId, bodyObject(request.body));
    void reply.header("location", `${root}/${noun}/${String(created["id"])}`);
    return send(reply, request, created, 201);
  });
  routes.get(`/${noun}/:id`, async (request, reply) => {
    const { customerId } = await enter(request, "r");
    return send(reply, request, await service.get(customerId, idOf(request)));
  });
  routes.put(`/${noun}/:id`, async (request, reply) => {
    const replace: Change<ScimObject> = (...of) => service.replace(...of, bodyObject(request.body));
    return send(reply, request, await change(request, "u", replace));
  });
  routes.patch(`/${noun}/:id`, async (request, reply) => {
    const patch: Change<ScimObject> = (...of) => service.patch(...of, request.body);
    return send(reply, request, await change(request, "u", patch));
  });
  routes.delete(`/${noun}/:id`, async (request, reply) => {
    await change(request, "d", (...of) => service.remove(...of));
    return reply.code(204).send();
  });
}

const idIn = (params: unknown): string => (params as { id?: string }).id ?? "";

function listOf(all: readonly object[], startIndex: number, count: number) {
  const from = Math.max(1, startIndex);
  const Resources = all.slice(from - 1, from - 1 + Math.min(Math.max(0, count), maxResults));
  return {
    schemas: [listSchema],
    totalResults: all.length,
    startIndex: from,
    itemsPerPage: Resources.length,
    Resources,
  };
}

function filterIn(query: Record<string, unknown>): ScimFilter | null {
  const { filter } = query;
  return typeof filter === "string" && filter.trim() !== "" ? parseFilter(filter.slice(0, 2000)) : null;
}

function numberIn(query: Record<string, unknown>, name: string, fallback: number): number {
  const value = query[name];
  if (value === undefined || value === "") return fallback;
  const read = Number(value);
  if (!Number.isInteger(read)) throw new ScimError(400, `${name} must be a whole number`, "invalidValue");
  return read;
}

/** A resource with the attributes that the query asks for, by their names at the top. */
function selected(body: ScimObject, request: FastifyRequest): ScimObject {
  const query = request.query as Record<string, unknown>;
  const names = (key: string): Set<string> | null =>
    typeof query[key] === "string"
      ? new Set(query[key].split(",").map((name) => name.trim().split(".")[0]!.toLowerCase()))
      : null;
  const [only, without] = [names("attributes"), names("excludedAttributes")];
  const always = new Set(["schemas", "id"]);
  return Object.fromEntries(
    Object.entries(body).filter(([key]) => {
      const name = key.toLowerCase();
      return always.has(name) || ((only === null || only.has(name)) && !without?.has(name));
    }),
  );
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = scimErrorOf(error);
  if (refusal === null) request.log.error({ err: error }, "a SCIM request failed");
  const sent = refusal ?? new ScimError(500, "Internal server error occurred");
  if (error instanceof AppError) void reply.headers(error.headers);
  if (sent.status === 401) void reply.header("www-authenticate", "Bearer");
  return reply.code(sent.status).type(contentType).send(scimErrorBody(sent));
}
