import type { Endpoint } from "@pulse/contract/endpoint";
import { withNameCharacters } from "@pulse/contract/nameCharacters";
import { AppError } from "@pulse/contract/errors";
import { Id } from "@pulse/contract/fields";
import type { CursorMetadata, PageMetadata } from "@pulse/contract/page";
import { toSnakeKey } from "@pulse/contract/wire";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { mayCall } from "../access/mayCall.ts";
import type { Admission } from "./admission.ts";
import { type EndpointWire, endpointWire } from "./endpointWire.ts";
import { invalid } from "./errors.ts";
import type { UnitOfWork } from "../writes/unitOfWork.ts";
import type { Write } from "../writes/write.ts";
import type { Finish, SentAnswer, Idempotency } from "../writes/idempotency.ts";
import { originOf } from "./origin.ts";
import { type Principal, viewerOf } from "./principal.ts";
import { routedWrite } from "./routedWrite.ts";
import { storable } from "./storableText.ts";
import { nobody, seesElevation, type Viewer } from "./viewer.ts";

type Infer<S> = NonNullable<S> extends z.ZodType ? z.output<NonNullable<S>> : undefined;

export interface SiteScope {
  siteId: string;
  customerId: string;
}

export interface Call<E extends Endpoint> {
  /** The caller; null: authentication was not required. */
  principal: Principal | null;
  viewer: Viewer;
  params: Infer<E["params"]>;
  query: Infer<E["query"]>;
  body: Infer<E["body"]>;
  /** The site of a site-scoped call, checked to be within the viewer's reach. */
  site: SiteScope;
  /** The customer of a customer-scoped call, also checked; otherwise empty. */
  customerId: string;
  /**
   * For calls other than GET: the handler must either commit a write with its records or say that there was nothing to
   * write.
   */
  write: Write<z.output<E["content"]>>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A handler returns content, or content with a page's metadata; if it has sent bytes itself it returns `sent`. */
export type Answer<C> =
  | { content: C; metadata?: PageMetadata | CursorMetadata; status?: number }
  | { sent: FastifyReply };

export interface RouteContext {
  app: FastifyInstance;
  authenticate: Admission;
  /** The site if the viewer may enter it. Otherwise throws `not_found`. */
  enterSite(viewer: Viewer, siteId: string): Promise<SiteScope>;
  /** Throws `not_found` for a customer out of the viewer's reach. */
  enterCustomer(viewer: Viewer, customerId: string): Promise<void>;
  /** The characters that a customer allows in names besides the usual ones (decisions D1); null: a superadmin's call. */
  nameCharacters?(customerId: string | null): Promise<string>;
  /** Commits what a call writes. */
  unit: UnitOfWork;
  /** Runs a write with an `Idempotency-Key` only once. */
  once: Idempotency;
  /** Whether this person has used this key before. */
  isKnownKey(userId: string, key: string): Promise<boolean>;
  /** Handles a body that is not JSON: receives it before the handler and deletes it afterwards. */
  whileHere?<T>(request: FastifyRequest, handle: () => Promise<T>): Promise<T>;
  /** Called when the caller lacks the rights for a call. */
  refused(endpoint: Endpoint, viewer: Viewer, request: FastifyRequest): void;
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<z.output<E["content"]>>>;

/** Throws `not_found` if the viewer cannot reach what the path names. Runs before the body is read. */
export type Reach<E extends Endpoint> = (
  viewer: Viewer,
  params: Infer<E["params"]>,
  request: FastifyRequest,
) => Promise<unknown>;

/** A request that was authenticated and authorised, before its body is read. */
interface Entered {
  principal: Principal | null;
  viewer: Viewer;
  params: unknown;
  site: SiteScope;
  /** The caller cannot reach what the path or query names, and may only get the answer to an earlier write. */
  outOfReach: AppError | null;
}

/**
 * Registers one endpoint of the contract. The checks are in the contract's order: 401, 403 for missing rights, 404 for
 * what is out of reach, 400 for bad input (shapes S1). All but the last run before the body is read.
 */
export function route<E extends Endpoint>(
  context: RouteContext,
  endpoint: E,
  handler: Handler<E>,
  reach: Reach<E> = async () => undefined,
): void {
  const entered = new WeakMap<FastifyRequest, Entered>();
  const wire = endpointWire(endpoint);
  context.app.route({
    method: endpoint.method,
    url: endpoint.path,
    onRequest: async (request) => {
      entered.set(request, await enter(context, endpoint, request, reach));
    },
    handler: async (request, reply) => {
      const { principal, viewer, params, site, outOfReach } = entered.get(request)!;
      const work = async (finish?: Finish): Promise<SentAnswer | { sent: FastifyReply }> => {
        if (outOfReach) throw outOfReach;
        const customerId = endpoint.scope === "customer" ? await customerOf(context, viewer, request) : "";
        const query = parse(endpoint.query, wire.query(request.query));
        const owner = site.customerId || customerId || viewer.customerId;
        const body = await parseNamed(endpoint.body, wire.body(request.body ?? {}), context, owner);
        const write = routedWrite({
          unit: context.unit,
          viewer,
          origin: originOf(request),
          answerOf: (given) => outgoing(endpoint, wire, viewer, given),
          finish,
        });
        const call = { principal, viewer, params, query, body, site, customerId, write, request, reply };
        const answer = await handler(call as Call<E>);
        if ("sent" in answer) return answer;
        return endpoint.method === "GET" ? outgoing(endpoint, wire, viewer, answer) : write.answer();
      };
      const handle = () => doOnce(context, request, viewer, work);
      const answer = await (context.whileHere?.(request, handle) ?? handle());
      if ("sent" in answer) return answer.sent;
      return reply.code(answer.status).type("application/json; charset=utf-8").send(answer.text);
    },
  });
}

/** The checks before the body is read: who calls, whether they may, and whether they can reach what they name. */
async function enter<E extends Endpoint>(
  context: RouteContext,
  endpoint: E,
  request: FastifyRequest,
  reach: Reach<E>,
): Promise<Entered> {
  const principal = endpoint.access === "public" ? null : await context.authenticate(endpoint, request);
  const viewer = principal === null ? nobody : viewerOf(principal);
  if (!mayCall(endpoint, viewer)) {
    context.refused(endpoint, viewer, request);
    throw new AppError("operation_not_allowed");
  }
  try {
    const params = parseParams(endpoint, request.params);
    const site = endpoint.scope === "site" ? await siteOf(context, viewer, request.query) : noSite;
    if (endpoint.scope === "customer") await enterNamedCustomer(context, viewer, customerIn(request.query));
    await reach(viewer, params as Infer<E["params"]>, request);
    return { principal, viewer, params, site, outOfReach: null };
  } catch (error) {
    // A deletion that is repeated with its key gets its first answer, although there is nothing left to delete.
    if (!(error instanceof AppError) || !(await isRepeated(context, viewer, request))) throw error;
    return { principal, viewer, params: undefined, site: noSite, outOfReach: error };
  }
}

async function isRepeated(context: RouteContext, viewer: Viewer, request: FastifyRequest): Promise<boolean> {
  const key = request.headers["idempotency-key"];
  if (key === undefined || request.method === "GET" || viewer === nobody) return false;
  return context.isKnownKey(viewer.userId, String(key));
}

/** The outgoing answer, checked against the contract, without elevations for viewers who may not see them. */
function outgoing(
  endpoint: Endpoint,
  wire: EndpointWire,
  viewer: Viewer,
  {
    content,
    metadata,
    status = endpoint.status,
  }: { content: unknown; metadata?: PageMetadata | CursorMetadata; status?: number },
): SentAnswer {
  const includesElevation = endpoint.access === "public" || seesElevation(viewer);
  return { status, text: wire.answer(content, metadata, includesElevation ? "all" : "withoutElevation") };
}

async function doOnce(
  context: RouteContext,
  request: FastifyRequest,
  viewer: Viewer,
  work: (finish?: Finish) => Promise<SentAnswer | { sent: FastifyReply }>,
): Promise<SentAnswer | { sent: FastifyReply }> {
  const key = request.headers["idempotency-key"];
  if (key === undefined || request.method === "GET") return work();
  const { method, url: path, body } = request;
  const write = { userId: viewer === nobody ? null : viewer.userId, key: String(key), method, path, body };
  return context.once(write, async (finish) => {
    const answer = await work(finish);
    if ("sent" in answer) throw new Error(`${method} ${path} answers with bytes and cannot be repeated`);
    return answer;
  });
}

async function siteOf(context: RouteContext, viewer: Viewer, query: unknown): Promise<SiteScope> {
  const { site_id: siteId, customer_id: customerId } = query as { site_id?: unknown; customer_id?: unknown };
  if (siteId === undefined || siteId === "") throw new AppError("SelectSiteFirst");
  if (!Id.safeParse(siteId).success) throw new AppError("not_found");
  const site = await context.enterSite(viewer, siteId as string);
  if (customerId !== undefined && customerId !== site.customerId) throw new AppError("not_found");
  return site;
}

/** The customer named in the query or the body, by default the caller's own. A superadmin has to name one. */
async function customerOf(context: RouteContext, viewer: Viewer, request: FastifyRequest): Promise<string> {
  const [inQuery, inBody] = [customerIn(request.query), customerIn(request.body)];
  if (inQuery !== undefined && inBody !== undefined && inQuery !== inBody) throw new AppError("not_found");
  const customerId = inQuery ?? inBody ?? viewer.customerId;
  if (customerId === null) throw new AppError("customer_required");
  // The customer of the query was checked before the body was read.
  if (inQuery === undefined) await enterNamedCustomer(context, viewer, customerId);
  return customerId as string;
}

function customerIn(part: unknown): unknown {
  const id = (part as { customer_id?: unknown } | null | undefined)?.customer_id;
  return id === null || id === "" ? undefined : id;
}

async function enterNamedCustomer(context: RouteContext, viewer: Viewer, id: unknown): Promise<void> {
  if (id === undefined) return;
  if (!Id.safeParse(id).success) throw new AppError("not_found");
  await context.enterCustomer(viewer, id as string);
}

/** Malformed ids get the same 404 as unknown ones. */
function parseParams<E extends Endpoint>(endpoint: E, input: unknown): unknown {
  const result = endpoint.params?.safeParse(input);
  if (result && !result.success) throw new AppError("not_found");
  return storable(result?.data);
}

function parse(schema: z.ZodType | undefined, input: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(input, { reportInput: true });
  if (!result.success) throw invalid(result.error, toSnakeKey, schema);
  return result.data;
}

/** The same, where names may have further characters. The customer is only asked for if a name has one. */
async function parseNamed(
  schema: z.ZodType | undefined,
  input: unknown,
  { nameCharacters }: RouteContext,
  customerId: string | null,
): Promise<unknown> {
  try {
    return parse(schema, input);
  } catch (error) {
    const isAboutNames = error instanceof AppError && error.details.some(({ code }) => code === "char_not_allowed");
    if (!isAboutNames || nameCharacters === undefined) throw error;
    const characters = await nameCharacters(customerId);
    if (characters === "") throw error;
    return withNameCharacters(characters, () => parse(schema, input));
  }
}

const noSite: SiteScope = { siteId: "", customerId: "" };
