import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tokenVerifier } from "../src/platform/http/tokens.ts";

// Whose id tokens count: only those of the pool's own client, signed with a key that the pool publishes.
const nowMs = Date.UTC(2026, 10, 30, 12);
const [issuer, clientId, kid] = ["https://pool.test/eu_1", "client", "key"];
const ours = generateKeyPairSync("rsa", { modulusLength: 2048 });
const otherKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
const claims = {
  sub: "person",
  email: "person@pulse.test",
  token_use: "id",
  iss: issuer,
  aud: clientId,
  auth_time: nowMs / 1000 - 60,
  exp: nowMs / 1000 + 3600,
};
let server: Server;
let verify: ReturnType<typeof tokenVerifier>;

beforeAll(async () => {
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(ours.publicKey)), kid, alg: "RS256", use: "sig" }] });
  server = createServer((_request, response) => response.setHeader("content-type", "application/json").end(keys));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const jwksUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  verify = tokenVerifier(
    { issuer, clientId, jwksUrl },
    () => nowMs,
    () => undefined,
  );
});
afterAll(() => server.close());

const signed = (change: object, key: KeyObject = ours.privateKey, alg = "RS256"): Promise<string> =>
  new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg, kid }).sign(key);

test("an id token of the pool's client is accepted", async () => {
  expect(await verify(await signed({}))).toMatchObject({ claims: { sub: "person", email: "person@pulse.test" } });
});

test.each<[what: string, token: () => string | Promise<string>]>([
  ["for another client", () => signed({ aud: "another" })],
  ["for nobody in particular", () => signed({ aud: undefined })],
  ["of another pool", () => signed({ iss: "https://pool.test/eu_2" })],
  ["for access", () => signed({ token_use: "access" })],
  ["without a use", () => signed({ token_use: undefined })],
  ["without a person", () => signed({ sub: undefined })],
  ["without an end", () => signed({ exp: undefined })],
  ["that is not valid yet", () => signed({ nbf: nowMs / 1000 + 60 })],
  ["signed by somebody else", () => signed({}, otherKey)],
  ["signed by another method", () => signed({}, ours.privateKey, "PS256")],
  ["that nobody signed", () => new UnsecuredJWT({ ...claims }).encode()],
  ["that is no token", () => "a.b.c"],
])("a token %s is refused", async (_what, token) => {
  expect(await verify(await token())).toEqual({ refused: "unauthorized" });
});

test("a token that has expired is told from a wrong one, with 5 seconds for clocks that differ", async () => {
  expect(await verify(await signed({ exp: nowMs / 1000 - 4 }))).toMatchObject({ claims: { sub: "person" } });
  expect(await verify(await signed({ exp: nowMs / 1000 - 6 }))).toEqual({ refused: "token_expired" });
});
