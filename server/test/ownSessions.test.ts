import { decodeJwt } from "jose";
import { io, type Socket } from "socket.io-client";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NewCustomer } from "../src/resources/customers/newCustomer.repository.ts";
import { anOrganisation } from "./support/anOrganisation.ts";
import { call } from "./support/api.ts";
import type { TestSite } from "./support/builders.ts";
import { aPerson, identityCall, passwordSignIn, type TestPerson, tokensIn } from "./support/people.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";

// Where people are signed in: what they see of it, and how they end it.
let pulse: TestPulse;
let customer: NewCustomer;
let site: TestSite;
let person: TestPerson;
let addedMs = 0;
const sockets: Socket[] = [];

beforeAll(async () => {
  pulse = await testPulse({}, { now: () => Date.now() + addedMs });
  ({ customer, site } = await anOrganisation(pulse));
});
beforeEach(async () => {
  person = await aPerson(pulse, customer);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});
afterAll(() => pulse.stop());

interface SignedIn {
  token: string;
  accessToken: string;
  refreshToken: string;
  id: string;
}

async function signIn(who = person): Promise<SignedIn> {
  const body = await passwordSignIn(pulse, who.email);
  const { idToken: token, accessToken } = tokensIn(body);
  const { RefreshToken: refreshToken } = body["AuthenticationResult"] as { RefreshToken: string };
  return { token, accessToken, refreshToken, id: String(decodeJwt(token)["origin_jti"]) };
}
const list = (session: SignedIn) => call(pulse, "GET", "users/me/sessions", { token: session.token });
const end = (session: SignedIn, id: string) =>
  call(pulse, "DELETE", `users/me/sessions/${id}`, { token: session.token });
const endOthers = (session: SignedIn) => call(pulse, "DELETE", "users/me/sessions", { token: session.token });
const me = async (session: SignedIn) => (await call(pulse, "GET", "users/me", { token: session.token })).status;
const refresh = (session: SignedIn) =>
  identityCall(pulse, "GetTokensFromRefreshToken", {
    ClientId: pulse.identity.pools.current.clientId,
    RefreshToken: session.refreshToken,
  });

/** A live socket of the session, and what becomes of it. */
async function listen(session: SignedIn): Promise<{ socket: Socket; refused: Promise<unknown> }> {
  const socket = io(pulse.url, { transports: ["websocket"], reconnection: false, forceNew: true });
  sockets.push(socket);
  const refused = new Promise((resolve) => socket.on("failed_login", resolve));
  const answer = await new Promise((resolve) => {
    void refused.then(resolve);
    socket.emit("login", session.token, site.id, resolve);
  });
  expect(answer).toEqual({ ok: true });
  return { socket, refused };
}

async function audited(): Promise<unknown[]> {
  await pulse.settled();
  return pulse.db
    .selectFrom("audit_entries")
    .select(["user_id", "action", "outcome", "changes"])
    .where("entity_id", "=", person.userId)
    .where("action", "=", "sign_out")
    .execute();
}

describe("the list of one's sessions", () => {
  test("a person sees where they are signed in, from which browser and address, and which session is this one", async () => {
    const other = await signIn();
    addedMs += 3_600_000;
    const mine = await signIn();
    const { status, content } = await list(mine);
    expect(status).toBe(200);
    const common = { user_agent: "a browser", ip: "127.0.0.1", signed_in_with_sso: false };
    expect(content).toMatchObject([
      { ...common, id: mine.id, is_current: true },
      { ...common, id: other.id, is_current: false },
    ]);
    const agesMs = content.map((row) => Date.now() + addedMs - Date.parse(String(row["started_at"])));
    expect(agesMs[0]).toBeLessThan(3_600_000);
    expect(agesMs[1]).toBeGreaterThanOrEqual(3_600_000);
  });

  test("a request is a use of its session", async () => {
    const [first, second] = [await signIn(), await signIn()];
    addedMs += 600_000;
    await me(first);
    addedMs += 60_000;
    const rows = (await list(second)).content;
    const lastUsed = new Map(rows.map((row) => [row["id"], Date.parse(String(row["last_used_at"]))]));
    const sinceMs = lastUsed.get(second.id)! - lastUsed.get(first.id)!;
    // The machine's own clock goes on meanwhile.
    expect(sinceMs).toBeGreaterThanOrEqual(60_000);
    expect(sinceMs).toBeLessThan(600_000);
  });

  test("nobody sees sessions without a sign-in, or those of somebody else", async () => {
    expect((await call(pulse, "GET", "users/me/sessions")).status).toBe(401);
    const theirs = await signIn(await aPerson(pulse, customer));
    const mine = await signIn();
    expect((await list(mine)).content.map(({ id }) => id)).toEqual([mine.id]);
    expect((await list(theirs)).content.map(({ id }) => id)).toEqual([theirs.id]);
  });
});

describe("ending one session", () => {
  test("its tokens, its refresh token and its live socket stop working at once, and this one's go on", async () => {
    const [mine, other] = [await signIn(), await signIn()];
    const [myLive, otherLive] = [await listen(mine), await listen(other)];
    const ended = await end(mine, other.id);
    expect([ended.status, ended.content]).toEqual([200, { id: other.id }]);
    expect(await me(other)).toBe(401);
    expect(await otherLive.refused).toEqual({ code: "unauthorized" });
    expect((await refresh(other)).body).toMatchObject({ message: "Refresh Token has been revoked" });
    expect(await identityCall(pulse, "GetUser", { AccessToken: other.accessToken })).toMatchObject({ status: 400 });
    expect([await me(mine), myLive.socket.connected]).toEqual([200, true]);
    expect((await list(mine)).content.map(({ id }) => id)).toEqual([mine.id]);
  });

  test("it is in the audit log once", async () => {
    const [mine, other] = [await signIn(), await signIn()];
    await end(mine, other.id);
    expect(await audited()).toEqual([
      {
        user_id: person.userId,
        action: "sign_out",
        outcome: "ok",
        changes: [{ field: "session", before: null, after: "ended" }],
      },
    ]);
  });

  test("another person's session, one that has ended and one that never was are not found, and nothing changes", async () => {
    const theirs = await signIn(await aPerson(pulse, customer));
    const [mine, ended] = [await signIn(), await signIn()];
    await end(mine, ended.id);
    for (const id of [theirs.id, ended.id, "0198c1b2-0000-7000-8000-00000000dead", "nonsense"]) {
      const answer = await end(mine, id);
      expect([id, answer.status, answer.content["code"]]).toEqual([id, 404, "not_found"]);
    }
    expect([await me(theirs), await me(mine)]).toEqual([200, 200]);
    expect(await audited()).toHaveLength(1);
  });

  test("a session can end itself", async () => {
    const mine = await signIn();
    expect((await end(mine, mine.id)).status).toBe(200);
    expect(await me(mine)).toBe(401);
  });
});

describe("ending all other sessions", () => {
  test("every session but this one ends at once with its socket, and the audit log says how many", async () => {
    const [mine, ...others] = [await signIn(), await signIn(), await signIn()];
    const theirs = await signIn(await aPerson(pulse, customer));
    const live = await Promise.all(others.map(listen));
    const done = await endOthers(mine);
    expect([done.status, done.content]).toEqual([200, { ended: 2 }]);
    for (const other of others) expect(await me(other)).toBe(401);
    for (const { refused } of live) expect(await refused).toEqual({ code: "unauthorized" });
    expect([await me(mine), await me(theirs)]).toEqual([200, 200]);
    expect(await audited()).toMatchObject([{ changes: [{ field: "sessions", before: 2, after: 0 }] }]);
  });

  test("without other sessions nothing is done and nothing is noted", async () => {
    const mine = await signIn();
    expect((await endOthers(mine)).content).toEqual({ ended: 0 });
    expect(await audited()).toEqual([]);
    expect(await me(mine)).toBe(200);
  });
});

test("a session that ended at the identity endpoint loses its socket at the next look, without any request", async () => {
  const mine = await signIn();
  const { refused } = await listen(mine);
  await identityCall(pulse, "GlobalSignOut", { AccessToken: mine.accessToken });
  await pulse.turn();
  expect(await refused).toEqual({ code: "unauthorized" });
  expect(await me(mine)).toBe(401);
});
