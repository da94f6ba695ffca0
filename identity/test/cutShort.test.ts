import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tokensOf, type Tokens } from "./support/signInWire.ts";
import { createWorld, password, type World } from "./support/world.ts";

// Changes of several statements, cut off before each of them: afterwards either the whole change was made or none of it.
let world: World;
let ClientId: string;
beforeAll(async () => {
  world = await createWorld({ limits: { confirmsPerHour: 1000, resetsPerHour: 1000, passwordChangesPerHour: 1000 } });
  ClientId = world.identity.pools.current.clientId;
});
afterAll(() => world.close());

const newPassword = "Another-pass-7";

interface Person {
  email: string;
  sub: string;
  tokens: Tokens;
  /** A session of another browser. */
  other: Tokens;
}

async function person(): Promise<Person> {
  const user = await world.user({ mfaEnabled: false });
  const one = { ...user, tokens: await tokensOf(world, user), other: await tokensOf(world, user) };
  await world.call("ForgotPassword", { ClientId, Username: user.email });
  return one;
}

const opens = async (email: string, secret: string): Promise<boolean> => {
  const { body } = await world.call("InitiateAuth", {
    ClientId,
    AuthFlow: "USER_PASSWORD_AUTH",
    AuthParameters: { USERNAME: email, PASSWORD: secret },
  });
  return "AuthenticationResult" in body;
};
/** Whether a session can still be used: its refresh token opens, and it is not among those that the API refuses. */
const lives = async ({ AccessToken, RefreshToken }: Tokens): Promise<boolean> => {
  const revoked = await world.identity.revokedOriginJtis(0);
  const refreshed = await world.call("GetTokensFromRefreshToken", { ClientId, RefreshToken });
  const jti = String(decodeJwt(AccessToken)["origin_jti"]);
  return !revoked.includes(jti) && refreshed.status === 200;
};
const account = (email: string) => world.identity.admin.findUser({ pool: "current", username: email });

/** Each change with facts that are all true once it is done and all false before. */
const changes: Record<string, { act: (one: Person) => Promise<unknown>; facts: (one: Person) => Promise<boolean[]> }> =
  {
    "a changed password": {
      act: ({ tokens }) =>
        world.call("ChangePassword", {
          AccessToken: tokens.AccessToken,
          PreviousPassword: password,
          ProposedPassword: newPassword,
        }),
      facts: async ({ email, other }) => [await opens(email, newPassword), !(await lives(other))],
    },
    "a reset password": {
      act: ({ email }) =>
        world.call("ConfirmForgotPassword", {
          ClientId,
          Username: email,
          ConfirmationCode: world.code(email),
          Password: newPassword,
        }),
      facts: async ({ email, tokens, other }) => [
        await opens(email, newPassword),
        !(await lives(tokens)),
        !(await lives(other)),
      ],
    },
    "a sign-out everywhere": {
      act: ({ tokens }) => world.call("GlobalSignOut", { AccessToken: tokens.AccessToken }),
      facts: async ({ tokens, other }) => [!(await lives(tokens)), !(await lives(other))],
    },
    "a disabling": {
      act: ({ sub }) => world.identity.admin.disableUser({ pool: "current", username: sub }).catch(() => undefined),
      facts: async ({ email, tokens, other }) => [
        (await account(email))?.enabled === false,
        !(await lives(tokens)),
        !(await lives(other)),
      ],
    },
    "a reset of the second factor": {
      act: async ({ sub }) => {
        await world.identity.admin.resetMfa({ pool: "current", username: sub }).catch(() => undefined);
      },
      facts: async ({ tokens, other }) => [!(await lives(tokens)), !(await lives(other))],
    },
    "a deletion": {
      act: ({ tokens }) => world.call("DeleteUser", { AccessToken: tokens.AccessToken }),
      facts: async ({ email, tokens, other }) => [
        (await account(email)) === null,
        !(await lives(tokens)),
        !(await lives(other)),
      ],
    },
  };

test.each(Object.entries(changes))(
  "%s is either complete or not begun after an interruption",
  async (_name, { act, facts }) => {
    for (let statements = 0; ; statements += 1) {
      expect(statements).toBeLessThan(40);
      const one = await person();
      world.cutAfter(statements);
      await act(one);
      const cut = world.wasCut();
      world.cutAfter(null);
      const found = await facts(one);
      expect(new Set(found), `cut after ${statements} statements: ${found.join()}`).toHaveProperty("size", 1);
      if (cut) continue;
      expect(found[0]).toBe(true);
      break;
    }
  },
);

test("an interrupted sign-up leaves no account without a code", async () => {
  for (let statements = 0; ; statements += 1) {
    const email = `cut${statements}@pulse.test`;
    world.cutAfter(statements);
    await world.call("SignUp", { ClientId, Username: email, Password: password });
    const cut = world.wasCut();
    world.cutAfter(null);
    const codes = await world.db.selectFrom("identity_codes").select("subject").execute();
    const sub = (await account(email))?.sub;
    expect(codes.some(({ subject }) => subject === sub)).toBe(sub !== undefined);
    if (!cut) break;
  }
});

test("a change of address that is refused for too many codes changes nothing else", async () => {
  const one = await person();
  const { AccessToken } = one.tokens;
  const change = (phone: string, name: string) =>
    world.call("UpdateUserAttributes", {
      AccessToken,
      UserAttributes: [
        { Name: "phone_number", Value: phone },
        { Name: "given_name", Value: name },
      ],
    });
  const answers = [];
  for (let nth = 0; nth < 6; nth += 1) answers.push(await change(`+1202555990${nth}`, `Name ${nth}`));
  expect(answers.at(-1)?.body.type).toBe("LimitExceededException");
  const { body } = await world.call("GetUser", { AccessToken });
  const values = Object.fromEntries(
    (body["UserAttributes"] as { Name: string; Value: string }[]).map(({ Name, Value }) => [Name, Value]),
  );
  expect(values["given_name"]).toBe("Name 4");
});
