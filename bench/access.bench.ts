// The cost of checking who calls and whether they may: a GET with every check compared with the same handler without any.
import { Agent, get } from "node:http";
import type { AddressInfo } from "node:net";
import { getAsset, searchAssets } from "@pulse/contract/assets";
import { assetsRepository } from "@pulse/server/resources/assets/assets.repository";
import { filesRepository } from "@pulse/server/platform/files/files.repository";
import { photos } from "@pulse/server/platform/files/photos";
import { assetsService } from "@pulse/server/resources/assets/assets.service";
import { newApp } from "@pulse/server/platform/http/app";
import { route, type RouteContext } from "@pulse/server/platform/http/route";
import type { Viewer } from "@pulse/server/platform/http/viewer";
import pino from "pino";
import { getAccessibleOperations } from "@pulse/contract/users";
import { fullAccess } from "@pulse/contract/access";
import { alternate, medianOf, report, sized } from "./harness.ts";
import { runPulse } from "./load/runningPulse.ts";
import { months } from "./load/coldMonths.ts";

interface Pair {
  checked: number;
  unchecked: number;
}

const assets = sized(1000, 50);
const requestsARound = sized(100, 5);

const running = await runPulse({ gateways: 10, trackers: assets });
const { db, url } = running.pulse;
const { siteId } = running.site;
const { customer_id: customerId } = await db
  .selectFrom("sites")
  .select("customer_id")
  .where("id", "=", siteId)
  .executeTakeFirstOrThrow();
await asOneOf(customerId);

// The same handler, contract and server, without authentication.
const bare = await newApp(pino({ level: "error" }));
const site = { siteId, customerId };
const unchecked: RouteContext = {
  app: bare,
  authenticate: () => Promise.reject(new Error("nobody asks here")),
  enterSite: async () => site,
  enterCustomer: async () => undefined,
  unit: {
    commit: () => Promise.reject(new Error("nothing is written here")),
    commitAsSystem: () => Promise.reject(new Error("nothing is written here")),
    commitEvents: () => Promise.reject(new Error("nothing is written here")),
  },
  once: (_write, work) => work(async () => undefined),
  isKnownKey: async () => false,
  refused: () => undefined,
};
const handler = assetsService(assetsRepository(db), photos(filesRepository(db), running.pulse.files), months);
route(unchecked, { ...searchAssets, access: "public", scope: "none" }, ({ query }) =>
  handler.search(siteId, query, "search"),
);
const everybody: Viewer = {
  userId: "",
  email: "",
  customerId: null,
  roleId: null,
  groupId: null,
  isSuperadmin: true,
  devToolEnabled: false,
  access: fullAccess(),
  siteIds: null,
  tokenExpiresMs: 0,
  signedInMs: 0,
};
route(unchecked, { ...getAsset, access: "public" }, async ({ params }) => ({
  content: await handler.detail(everybody, params.id),
}));
route(unchecked, { ...getAccessibleOperations, access: "public" }, async () => ({ content: everybody.access }));
await bare.listen({ host: "127.0.0.1", port: 0 });
const bareUrl = `http://127.0.0.1:${(bare.server.address() as AddressInfo).port}`;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
/** Milliseconds per request, one after the other over one connection. */
async function asked(base: string, path: string, headers: Record<string, string>): Promise<number> {
  const started = performance.now();
  for (let nth = 0; nth < requestsARound; nth += 1)
    await new Promise<void>((resolve, reject) => {
      get(`${base}${path}`, { agent, headers }, (answer) => {
        answer.resume().once("end", resolve);
        if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}`));
      }).once("error", reject);
    });
  return (performance.now() - started) / requestsARound;
}

const { id: assetId } = await db.selectFrom("assets").select("id").limit(1).executeTakeFirstOrThrow();
const asking: [what: string, path: string][] = [
  ["a page of assets", `${searchAssets.path}?site_id=${siteId}`],
  ["one asset", getAsset.path.replace(":id", assetId)],
  ["own rights", getAccessibleOperations.path],
];
const authorization = { authorization: `Bearer ${running.idToken}` };
const measured = await alternate(
  asking.flatMap(([what, path]) => [
    { name: `${what}, checked`, run: () => asked(url, path, authorization) },
    { name: `${what}, unchecked`, run: () => asked(bareUrl, path, {}) },
  ]),
  { rounds: 15, warmUps: 2 },
);
const [page, one, rights] = asking.map(([what]) => ({
  checked: medianOf(measured, `${what}, checked`),
  unchecked: medianOf(measured, `${what}, unchecked`),
})) as [Pair, Pair, Pair];
await bare.close();
agent.destroy();
await running.stop();

report({
  bench: "access",
  unit: "ms",
  measured,
  aims: [
    { what: "a page of assets, checked ÷ unchecked", value: page.checked / page.unchecked, atMost: 1.2 },
    { what: "one asset, checked ÷ unchecked", value: one.checked / one.unchecked },
    { what: "ms that the checks take where there is nothing else to do", value: rights.checked - rights.unchecked },
  ],
  notes: [
    `GET assets/search (25 of ${assets.toLocaleString("en-US")} assets), assets/{id} and accessible-operations, by somebody whose group opens one site: token and session, rights, site`,
    `${requestsARound} requests a round, one after the other over one connection; PGlite in a thread of the same process`,
  ],
});

/** Gives the bench's superadmin a role and a group with one site instead, so that everything has to be looked up. */
async function asOneOf(customer: string): Promise<void> {
  const [roleId, groupId] = ["01990000-0000-7000-8fff-000000000002", "01990000-0000-7000-8fff-000000000003"];
  await db.insertInto("roles").values({ id: roleId, customer_id: customer, name: "Everything" }).execute();
  const operations = await db.selectFrom("operations").select("id").execute();
  await db
    .insertInto("role_operations")
    .values(operations.map(({ id }) => ({ role_id: roleId, operation_id: id })))
    .execute();
  await db.insertInto("user_groups").values({ id: groupId, customer_id: customer, name: "One site" }).execute();
  await db.insertInto("group_sites").values({ user_group_id: groupId, site_id: siteId }).execute();
  await db
    .updateTable("users")
    .set({ is_superadmin: false, customer_id: customer, role_id: roleId, user_group_id: groupId })
    .execute();
}
