import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tokensOf, type Tokens } from "./support/signInWire.ts";
import { createWorld, type World } from "./support/world.ts";

let world: World;
let ClientId: string;
beforeAll(async () => {
  world = await createWorld({ trustProxy: true });
  ClientId = world.identity.pools.current.clientId;
});
afterAll(() => world.close());

type Person = Awaited<ReturnType<World["user"]>>;
const refOf = ({ sub }: Person) => ({ pool: "current" as const, username: sub });
const idOf = ({ AccessToken }: Tokens): string => String(decodeJwt(AccessToken)["origin_jti"]);
const listed = (user: Person) => world.identity.admin.sessions(refOf(user));
const newUser = () => world.user({ mfaEnabled: false });

async function signInFrom(user: Person, headers: Record<string, string>): Promise<Tokens> {
  const { body } = await world.call(
    "InitiateAuth",
    {
      ClientId,
      AuthFlow: "USER_PASSWORD_AUTH",
      AuthParameters: { USERNAME: user.email, PASSWORD: user.password },
    },
    headers,
  );
  return body["AuthenticationResult"] as Tokens;
}
const refresh = (RefreshToken: string, headers: Record<string, string> = {}) =>
  world.call("GetTokensFromRefreshToken", { ClientId, RefreshToken }, headers);

test("a session shows its sign-in, and after a refresh the browser and address of that", async () => {
  const user = await newUser();
  const tokens = await signInFrom(user, { "user-agent": "Firefox/141", "x-forwarded-for": "203.0.113.5" });
  const startedMs = world.now();
  const entry = { id: idOf(tokens), startedMs, method: null };
  expect(await listed(user)).toEqual([
    { ...entry, lastUsedMs: startedMs, userAgent: "Firefox/141", ip: "203.0.113.5" },
  ]);
  world.pass(3_600_000);
  await refresh(tokens.RefreshToken, { "user-agent": "Firefox/142", "x-forwarded-for": "203.0.113.6" });
  expect(await listed(user)).toEqual([
    { ...entry, lastUsedMs: world.now(), userAgent: "Firefox/142", ip: "203.0.113.6" },
  ]);
});

test("uses of tokens are stored for many sessions at once, and never move back", async () => {
  const user = await newUser();
  const [first, second] = [await tokensOf(world, user), await tokensOf(world, user)];
  const signedInMs = world.now();
  await world.identity.noteSessionUses([
    { originJti: idOf(first), atMs: signedInMs + 5000 },
    { originJti: idOf(second), atMs: signedInMs - 5000 },
    { originJti: "nobody's", atMs: signedInMs },
  ]);
  expect((await listed(user)).map(({ id, lastUsedMs }) => [id, lastUsedMs])).toEqual([
    [idOf(first), signedInMs + 5000],
    [idOf(second), signedInMs],
  ]);
});

test("an ended session is no longer listed, cannot be refreshed, and keeps neither browser nor address", async () => {
  const user = await newUser();
  const [kept, ended] = [await tokensOf(world, user), await tokensOf(world, user)];
  expect(await world.identity.admin.endSession(refOf(user), idOf(ended))).toBe(true);
  expect((await listed(user)).map(({ id }) => id)).toEqual([idOf(kept)]);
  expect((await refresh(ended.RefreshToken)).body.message).toBe("Refresh Token has been revoked");
  const row = await world.db
    .selectFrom("identity_refresh_families")
    .select(["user_agent", "ip"])
    .where("origin_jti", "=", idOf(ended))
    .executeTakeFirst();
  expect(row).toEqual({ user_agent: "", ip: "" });
  expect(await world.identity.admin.endSession(refOf(user), idOf(ended))).toBe(false);
  expect((await refresh(kept.RefreshToken)).status).toBe(200);
});

test("nobody ends another person's session", async () => {
  const [user, other] = [await newUser(), await newUser()];
  const theirs = await tokensOf(world, other);
  expect(await world.identity.admin.endSession(refOf(user), idOf(theirs))).toBe(false);
  expect(await world.identity.admin.endOtherSessions(refOf(user), "")).toBe(0);
  expect((await refresh(theirs.RefreshToken)).status).toBe(200);
});

test("ending the other sessions keeps one and counts the rest", async () => {
  const user = await newUser();
  const [mine, ...others] = [await tokensOf(world, user), await tokensOf(world, user), await tokensOf(world, user)];
  expect(await world.identity.admin.endOtherSessions(refOf(user), idOf(mine))).toBe(2);
  expect((await listed(user)).map(({ id }) => id)).toEqual([idOf(mine)]);
  for (const { RefreshToken } of others)
    expect((await refresh(RefreshToken)).body.message).toBe("Refresh Token has been revoked");
});

test("a session is no longer listed after 30 days, or 8 hours after its device was forgotten", async () => {
  const user = await newUser();
  await tokensOf(world, user);
  await world.db.deleteFrom("identity_devices").where("sub", "=", user.sub).execute();
  // Its last tokens still work.
  expect(await listed(user)).toHaveLength(1);
  world.pass(8 * 3_600_000);
  expect(await listed(user)).toEqual([]);
  const other = await newUser();
  await tokensOf(world, other);
  world.pass(30 * 24 * 3_600_000 - 1000);
  expect(await listed(other)).toHaveLength(1);
  world.pass(1000);
  expect(await listed(other)).toEqual([]);
});
