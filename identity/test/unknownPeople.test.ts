import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { srpAnswer, tokensOf } from "./support/signInWire.ts";
import { createWorld, password, type World } from "./support/world.ts";

let world: World;
let clientId: string;
beforeAll(async () => {
  world = await createWorld();
  clientId = world.identity.pools.current.clientId;
});
afterAll(() => world.close());

const passwordSignIn = (username: string, secret: string, pool = world.identity.pools.current) =>
  world.call("InitiateAuth", {
    ClientId: pool.clientId,
    AuthFlow: "USER_PASSWORD_AUTH",
    AuthParameters: { USERNAME: username, PASSWORD: secret },
  });

describe("people who do not exist", () => {
  test("the current pool answers about unknown people as about real ones, with the same salt and id each time", async () => {
    const user = await world.user();
    const shape = async (email: string) => {
      const { challenge, request } = await srpAnswer(world, email, "Wrong-pass-1");
      const end = await world.call("RespondToAuthChallenge", request);
      return { parameters: challenge.body["ChallengeParameters"] as Record<string, string>, end: end.body };
    };
    const known = await shape(user.email);
    const unknown = await shape("nobody@pulse.test");
    expect(unknown.end).toEqual(known.end);
    expect(unknown.end).toMatchObject({ type: "NotAuthorizedException", message: "Incorrect username or password." });
    expect(Object.keys(unknown.parameters)).toEqual(Object.keys(known.parameters));
    expect(unknown.parameters["USER_ID_FOR_SRP"]).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    const again = await shape("Nobody@Pulse.test");
    expect(again.parameters).toMatchObject({
      SALT: unknown.parameters["SALT"],
      USER_ID_FOR_SRP: unknown.parameters["USER_ID_FOR_SRP"],
    });
    expect((await passwordSignIn("nobody@pulse.test", "Wrong-pass-1")).body).toEqual(
      (await passwordSignIn(user.email, "Wrong-pass-1")).body,
    );
  });

  test("answers about forgotten passwords and codes are the same for unknown people as for real ones", async () => {
    const user = await world.user();
    const sent = world.outbox.length;
    const ask = (Username: string) => world.call("ForgotPassword", { ClientId: clientId, Username });
    expect((await ask("pnobody@pulse.test")).body).toEqual((await ask(user.email)).body);
    expect(world.outbox.length).toBe(sent + 1);
    const redeem = async (Username: string, ConfirmationCode: string) =>
      (
        await world.call("ConfirmForgotPassword", {
          ClientId: clientId,
          Username,
          ConfirmationCode,
          Password: "Another-pass-7",
        })
      ).body;
    const wrong = world.code(user.email) === "111111" ? "222222" : "111111";
    expect(await redeem("pnobody@pulse.test", wrong)).toEqual(await redeem(user.email, wrong));
    const resend = async (Username: string) =>
      (await world.call("ResendConfirmationCode", { ClientId: clientId, Username })).body;
    expect(await resend("pnobody@pulse.test")).toEqual(await resend(user.email));
    expect(world.outbox.length).toBe(sent + 1);
  });

  test("the legacy pool says openly that an unknown person does not exist", async () => {
    const { legacy } = world.identity.pools;
    expect((await passwordSignIn("nobody@pulse.test", "x", legacy)).body).toMatchObject({
      type: "UserNotFoundException",
      message: "User does not exist.",
    });
    expect(
      (await world.call("ForgotPassword", { ClientId: legacy.clientId, Username: "nobody@pulse.test" })).body,
    ).toMatchObject({
      type: "UserNotFoundException",
      message: "Username/client id combination not found.",
    });
  });

  test("each pool knows only its own people", async () => {
    const user = await world.user({ pool: "legacy", mfaEnabled: false });
    expect((await passwordSignIn(user.email, password)).body.type).toBe("NotAuthorizedException");
    const { RefreshToken } = await tokensOf(world, user, world.identity.pools.legacy);
    expect((await world.call("GetTokensFromRefreshToken", { ClientId: clientId, RefreshToken })).body.message).toBe(
      "Invalid Refresh Token",
    );
  });
});
