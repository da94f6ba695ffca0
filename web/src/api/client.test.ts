import { enableMfa, migrateAccount, verifyOwnAttribute } from "@pulse/contract/accounts";
import { getUserMe } from "@pulse/contract/users";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { createApiClient, type Credentials } from "./client.ts";
import type { OwnWrites } from "./ownWrites.ts";

const answers: (() => Response)[] = [];
let requests: Request[];
let happened: string[];
let queries: QueryClient;

beforeEach(() => {
  requests = [];
  happened = [];
  queries = new QueryClient();
  answers.length = 0;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    requests.push(new Request(new URL(path, "http://pulse.test"), init));
    return answers.shift()?.() ?? Promise.reject(new TypeError("offline"));
  });
});
afterEach(() => vi.unstubAllGlobals());

const refusal = (): Response =>
  Response.json(
    { result: { content: { code: "unauthorized", message: "You need to be authorized" } } },
    { status: 401 },
  );
const done = (content: object) => (): Response => Response.json({ result: { content } });

function client(given: Partial<Credentials> = {}) {
  const credentials: Credentials = {
    idToken: () => "id",
    isAboutToExpire: () => false,
    isSomebody: () => true,
    refresh: async () => happened.push("refresh") > 0,
    refused: () => void happened.push("refused"),
    ...given,
  };
  return createApiClient(credentials, queries);
}

it("the API client signs out on a 401 of its own credential", async () => {
  answers.push(refusal);
  await expect(client().call(getUserMe)).rejects.toMatchObject({ status: 401, code: "token_expired" });
  expect(happened).toEqual(["refused"]);
});

it.each([
  ["the older pool's token", migrateAccount, { bearer: "legacy", body: { password: "x" } }],
  ["a phone that is not verified yet", enableMfa, {}],
  [
    "the access token",
    verifyOwnAttribute,
    { params: { attr: "phone_number" }, body: { code: "123456" }, accessToken: "a" },
  ],
])("the API client keeps the session where a 401 may be about %s", async (_, endpoint, call) => {
  answers.push(refusal);
  await expect(client().call(endpoint, call)).rejects.toMatchObject({ status: 401 });
  expect(happened).toEqual([]);
});

it("the API client sends a call's own credentials in their own headers", async () => {
  answers.push(done({ migrated: true }), refusal);
  await client().call(migrateAccount, { bearer: "legacy", body: { password: "x" } });
  expect(requests[0]?.headers.get("authorization")).toBe("Bearer legacy");
  expect(requests[0]?.headers.get("x-id-token")).toBeNull();
  await client()
    .call(verifyOwnAttribute, { params: { attr: "phone_number" }, body: { code: "123456" }, accessToken: "access" })
    .catch(() => undefined);
  expect(requests[1]?.headers.get("x-access-token")).toBe("access");
  expect(requests[1]?.headers.get("x-id-token")).toBe("id");
  expect(new URL(requests[1]?.url ?? "").pathname).toBe("/api/v3/users/me/phone_number/verify");
});

it("the API client tries once more after a refresh when the token was about to expire", async () => {
  answers.push(refusal, refusal);
  await expect(client({ isAboutToExpire: () => true }).call(getUserMe)).rejects.toMatchObject({ status: 401 });
  expect(happened).toEqual(["refresh", "refused"]);
  expect(requests).toHaveLength(2);
});

it.each([
  ["the server cannot judge a token at the moment", 503],
  ["the server has failed", 500],
])("the API client keeps the session where %s", async (_, status) => {
  answers.push(() => Response.json({ result: { content: { code: "service_unavailable", message: "" } } }, { status }));
  await expect(client().call(getUserMe)).rejects.toMatchObject({ status });
  expect(happened).toEqual([]);
});

it("the API client keeps the session when the token has expired and the refresh gets no answer", async () => {
  answers.push(refusal);
  const away = client({ isAboutToExpire: () => true, refresh: () => Promise.reject(new Error("503")) });
  await expect(away.call(getUserMe)).rejects.toMatchObject({ status: 0, code: "NetworkError" });
  expect(happened).toEqual([]);
});

it("the API client sends nothing for an expired session, and ends it", async () => {
  await expect(client({ idToken: () => null }).call(getUserMe)).rejects.toMatchObject({ code: "NotAuthenticated" });
  expect(happened).toEqual(["refused"]);
  expect(requests).toEqual([]);
});

it("the API client sends nothing when nobody is signed in", async () => {
  const nobody = client({ idToken: () => null, isSomebody: () => false });
  await expect(nobody.call(getUserMe)).rejects.toMatchObject({ code: "SignInFirst" });
  expect(happened).toEqual([]);
});

it("the API client reports an unanswered request as a network error", async () => {
  await expect(client().call(getUserMe)).rejects.toMatchObject({ status: 0, code: "NetworkError" });
});

it("the API client accepts files such as CSV, and keeps the name that the server gives them", async () => {
  const headers = {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="assets_Harbour_20261120_20261120.csv"',
  };
  answers.push(
    () => new Response("id,name\r\n", { headers }),
    () => new Response("plan", { headers: { "content-type": "image/webp", "content-disposition": "inline" } }),
  );
  const file = await client().bytes("/api/v3/assets/download?site_id=1");
  expect([file.name, await file.text(), file.type.split(";")[0]]).toEqual([
    "assets_Harbour_20261120_20261120.csv",
    "id,name\r\n",
    "text/csv",
  ]);
  expect(requests[0]?.headers.get("accept")).toContain("text/csv");
  expect((await client().bytes("/api/v3/files/1")).name).toBe("");
});

it("the API client tracks writes from this window: how many are under way, and the ids they sent and got back", async () => {
  const [named, made] = ["0198c1b2-0000-7000-8000-000000000001", "0198c1b2-0000-7000-8000-000000000002"];
  const known = (): OwnWrites | undefined => queries.getQueryData(["ownWrites"]);
  const write = { ...verifyOwnAttribute, content: z.unknown() };
  const api = client();
  answers.push(done({ id: made }), done({ id: made }));
  const writing = api.call(write, { params: { attr: named }, body: {} });
  expect(known()?.underWay).toBe(1);
  await writing;
  expect(known()?.underWay).toBe(0);
  expect([...(known()?.at.keys() ?? [])]).toEqual([named, made]);
  await expect(api.call(write)).resolves.toBeTruthy();
  await expect(api.call(write)).rejects.toMatchObject({ code: "NetworkError" });
  expect(known()?.underWay).toBe(0);
});
