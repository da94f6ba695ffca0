import { afterAll, beforeAll, expect, test } from "vitest";
import { createWorld, password, type World } from "./support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const dayMs = 24 * 3600_000;

test("an unconfirmed account is deleted three days after its sign-up; all others stay", async () => {
  const { clientId: ClientId } = world.identity.pools.current;
  const signUp = (Username: string) => world.call("SignUp", { ClientId, Username, Password: password });
  await signUp("never@pulse.test");
  await signUp("confirmed@pulse.test");
  const ConfirmationCode = world.code("confirmed@pulse.test");
  await world.call("ConfirmSignUp", { ClientId, Username: "confirmed@pulse.test", ConfirmationCode });
  const invited = await world.user({ email: "invited@pulse.test", permanent: false });
  world.pass(2 * dayMs);
  await signUp("later@pulse.test");
  world.pass(dayMs + 1000);
  await world.identity.sweep();
  const found = async (username: string) =>
    (await world.identity.admin.findUser({ pool: "current", username }))?.status ?? null;
  expect([
    await found("never@pulse.test"),
    await found("later@pulse.test"),
    await found("confirmed@pulse.test"),
    await found(invited.email),
  ]).toEqual([null, "UNCONFIRMED", "CONFIRMED", "FORCE_CHANGE_PASSWORD"]);
  expect(world.audit.findLast((entry) => entry.action === "user_deleted")).toMatchObject({
    email: "never@pulse.test",
    detail: { by: "expiry" },
  });
  expect((await signUp("never@pulse.test")).status).toBe(200);
});
