import { type AccessMap, can, fullAccess } from "@pulse/contract/access";
import type { AccessibleSite } from "@pulse/contract/customers";
import { errorCatalogue, type ErrorCode, type ErrorDetail, errorMessage } from "@pulse/contract/errors";
import type { Endpoint } from "@pulse/contract/endpoint";
import { endpoints } from "@pulse/contract/endpoints";
import { limits, versions } from "@pulse/contract/limits";
import { pageMetadata } from "@pulse/contract/page";
import type { UserInfo } from "@pulse/contract/users";
import { fromWire, toWire } from "@pulse/contract/wire";
import { vi } from "vitest";

export const customerId = "0198c1b2-0001-7000-8000-000000000001";

/** A request as the server reads it: camelCase keys, `id` the endpoint's. */
export interface Received {
  id: string;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** The content of an answer, or a whole answer such as a refusal; or a promise of it, for a test that waits in between. */
type Answer = (request: Received) => unknown;

/** A site of the customer that the person may enter. */
export function siteNamed(name: string, nth: number, location: string | null = null): AccessibleSite {
  const id = `0198c1b2-0005-7000-8000-${String(nth).padStart(12, "0")}`;
  const customerConfig = {
    assetMapTimeoutDay: 1000,
    availableOperations: [],
    geofenceExitTimeout: 30,
    identifierLocationUpdateMechanism: "TRILATERATED",
    retainLatestPositions: true,
    signupRoleId: null,
    signupGroupId: null,
  } as unknown as AccessibleSite["customerConfig"];
  const customer = { customerId, customerName: "Northwind Logistics", customerConfig };
  return { id, guid: id, name, ...customer, lat: 51, lon: 7, location, hideGeofences: false, underlay: null };
}

/** A refusal as the server sends it. */
export function refusal(code: ErrorCode, details: ErrorDetail[] = [], values: Record<string, string> = {}): Response {
  const content = { code, message: errorMessage(code, values), details };
  return Response.json({ result: { content: toWire(content) } }, { status: errorCatalogue[code][0] });
}

interface Person extends Partial<UserInfo> {
  access?: AccessMap;
}

/**
 * A server on the other side of `fetch`, which refuses what the contract does not grant the person. Where no answer is
 * prepared, lists are empty and nothing else is found.
 */
export function fakeServer({ access = fullAccess(), ...person }: Person = {}) {
  const me: UserInfo = {
    id: "0198c1b2-0002-7000-8000-000000000001",
    email: "mara@northwind.test",
    givenName: "Mara",
    familyName: "Okafor",
    customerId,
    roleId: null,
    userGroupId: null,
    isSuperadmin: false,
    devToolEnabled: false,
    phoneNumber: "+4915123456789",
    phoneNumberVerified: true,
    mfaEnabled: true,
    signedInWithSso: false,
    locale: "en",
    secondFactors: ["sms"],
    secondFactorRequired: false,
    ...person,
  };
  const sites: AccessibleSite[] = [];
  const answers: Record<string, Answer> = {
    getVersion: () => ({ version: versions.server }),
    getServerStatus: () => ({ status: "online" }),
    getUserMe: () => me,
    getAccessibleOperations: () => access,
    listAccessibleSites: () => sites,
    getNotificationState: () => ({ lastFetchedAt: null, readIds: [] }),
  };
  /** Amazon's protocol, by operation. */
  const identity: Record<string, () => Response> = {};
  const received: Received[] = [];
  const refused: string[] = [];
  const state = { isAway: false };

  const answer = async (endpoint: Endpoint, request: Received): Promise<Response> => {
    received.push(request);
    if (!mayCall(endpoint, access, me.isSuperadmin)) {
      refused.push(endpoint.id);
      return refusal("operation_not_allowed");
    }
    const prepared = answers[endpoint.id];
    const isList = endpoint.content.safeParse([]).success;
    const content = (await prepared?.(request)) ?? (isList ? [] : refusal("not_found"));
    if (content instanceof Response) return content;
    const length = Array.isArray(content) ? content.length : 0;
    const metadata = pageMetadata(length, 1, limits.pageLimitMax);
    return Response.json({ result: toWire({ content, metadata }) }, { status: endpoint.status });
  };
  const network = async (target: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    if (state.isAway) throw new TypeError("Failed to fetch");
    const url = new URL(target instanceof Request ? target.url : target, window.location.origin);
    if (url.pathname === "/identity/") {
      const operation = new Headers(init.headers).get("x-amz-target")?.split(".").at(-1) ?? "";
      received.push({ id: operation, params: {}, query: {}, body: init.body });
      return identity[operation]?.() ?? Response.json({});
    }
    const found = endpointAt(init.method ?? "GET", url.pathname);
    if (found === null) return refusal("not_found");
    const body = typeof init.body === "string" ? fromWire(JSON.parse(init.body)) : undefined;
    const query = fromWire(Object.fromEntries(url.searchParams)) as Record<string, string>;
    return answer(found.endpoint, { id: found.endpoint.id, params: found.params, query, body });
  };
  vi.stubGlobal("fetch", network);

  return {
    me,
    sites,
    answers,
    identity,
    state,
    /** The endpoints that refused the person. */
    refused,
    requestsFor: (id: string): Received[] => received.filter((request) => request.id === id),
  };
}

export type FakeServer = ReturnType<typeof fakeServer>;

function mayCall({ access: needs }: Endpoint, access: AccessMap, isSuperadmin: boolean): boolean {
  if (needs === "superadmin") return isSuperadmin;
  return typeof needs === "string" || can(access, needs);
}

const patterns = endpoints.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`),
}));

/** The endpoint at a path; of several, the one with the fewest placeholders. */
function endpointAt(method: string, path: string): { endpoint: Endpoint; params: Record<string, string> } | null {
  const [best] = patterns
    .flatMap(({ endpoint, pattern }) => {
      const match = endpoint.method === method ? pattern.exec(path) : null;
      return match === null ? [] : [{ endpoint, params: { ...match.groups } }];
    })
    .toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length);
  return best ?? null;
}
