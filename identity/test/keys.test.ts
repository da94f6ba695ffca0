import { chmod, mkdtemp, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { decodeProtectedHeader } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createIdentity, type Identity, type IdentityOptions } from "../src/identity.ts";
import { keyFolder } from "../src/keyFiles.ts";
import { loadAdminKey } from "../src/sigV4.ts";
import { tokensOf } from "./support/signInWire.ts";
import { createWorld, type World } from "./support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const options = (keysDir: string, sharesKeys = false): IdentityOptions => ({
  sharesKeys,
  db: world.db,
  publicUrl: "http://pulse.test",
  keysDir,
  deliver: async () => undefined,
  now: () => world.now(),
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
});
const freshFolder = async (): Promise<string> => join(await mkdtemp(join(tmpdir(), "pulse-keys-")), "keys");

describe("key files", () => {
  test("three key files are created at the first start, readable only by their owner, and stay the same at the next", async () => {
    const names = ["identity-admin.json", "identity-secrets.json", "identity-signing-keys.json"];
    expect((await readdir(world.keysDir)).toSorted()).toEqual(names);
    for (const name of names) expect((await stat(join(world.keysDir, name))).mode & 0o777).toBe(0o600);
    const before = await Promise.all(names.map((name) => readFile(join(world.keysDir, name), "utf8")));
    await chmod(join(world.keysDir, "identity-admin.json"), 0o644);
    await (await createIdentity(options(world.keysDir))).close();
    expect(await Promise.all(names.map((name) => readFile(join(world.keysDir, name), "utf8")))).toEqual(before);
    expect((await stat(join(world.keysDir, "identity-admin.json"))).mode & 0o777).toBe(0o600);
    expect(JSON.parse(before[0] ?? "")).toEqual(world.identity.adminKey);
  });

  test("two processes that start together end up with the same keys", async () => {
    const folder = await freshFolder();
    const made = await Promise.all(Array.from({ length: 5 }, () => loadAdminKey(keyFolder(folder))));
    expect(new Set(made.map((key) => key.secret_access_key)).size).toBe(1);
    expect(await readdir(folder)).toEqual(["identity-admin.json"]);
  });

  test("key files of another installation stop the start instead of silently locking everyone out", async () => {
    await world.user();
    await expect(createIdentity(options(await freshFolder()))).rejects.toThrow("does not belong to this database");
  });

  test("an error about a damaged key file names it", async () => {
    const folder = await freshFolder();
    await createIdentity(options(folder)).catch(() => undefined);
    await writeFile(join(folder, "identity-admin.json"), "{}");
    await expect(createIdentity(options(folder))).rejects.toThrow("identity-admin.json is not a key file");
  });
});

describe("keys that machines share by the database", () => {
  const files = ["identity-admin.json", "identity-secrets.json", "identity-signing-keys.json"];
  const contents = (folder: string): Promise<string[]> =>
    Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  const started = async (folder: string): Promise<Identity> => createIdentity(options(folder, true));
  const kids = async (identity: Identity): Promise<string[]> => {
    const app = Fastify();
    await app.register(identity.plugin);
    const url = `/identity/${identity.pools.current.userPoolId}/.well-known/jwks.json`;
    const { keys } = (await app.inject({ url })).json<{ keys: { kid: string }[] }>();
    return keys.map(({ kid }) => kid);
  };

  test("the first start gives its keys to the database, and a machine that joins gets them", async () => {
    const joining = await freshFolder();
    await (await started(world.keysDir)).close();
    await (await started(joining)).close();
    expect(await contents(joining)).toEqual(await contents(world.keysDir));
    for (const name of files) expect((await stat(join(joining, name))).mode & 0o777).toBe(0o600);
  });

  test("machines that start together end up with the same keys", async () => {
    await world.db.deleteFrom("identity_users").execute();
    await world.db.deleteFrom("identity_keys").execute();
    const folders = await Promise.all(Array.from({ length: 3 }, freshFolder));
    for (const identity of await Promise.all(folders.map(started))) await identity.close();
    const [first, ...others] = await Promise.all(folders.map(contents));
    for (const other of others) expect(other).toEqual(first);
  });

  test("a key that one machine rotates is published by the others", async () => {
    const [here, there] = [await started(await freshFolder()), await started(await freshFolder())];
    const { kid } = await here.admin.rotateSigningKey("current");
    expect(await kids(here)).toContain(kid);
    await there.sweep();
    expect(await kids(there)).toEqual(await kids(here));
    for (const identity of [here, there]) await identity.close();
  });

  test("a folder with secrets of another installation stops the start, and keeps them", async () => {
    const foreign = await freshFolder();
    await (await createIdentity(options(foreign))).close();
    const before = await contents(foreign);
    await expect(started(foreign)).rejects.toThrow("does not belong to this database");
    expect(await contents(foreign)).toEqual(before);
  });
});

describe("signing keys", () => {
  const jwks = async (): Promise<string[]> => {
    const { userPoolId } = world.identity.pools.current;
    const response = await fetch(`${world.origin}/identity/${userPoolId}/.well-known/jwks.json`);
    return ((await response.json()) as { keys: { kid: string }[] }).keys.map((key) => key.kid);
  };

  test("a new signing key is published before it signs, and the old one stays until its last token has expired", async () => {
    const user = await world.user({ mfaEnabled: false });
    const [oldKid] = await jwks();
    const rotated = await world.identity.admin.rotateSigningKey("current");
    expect(await jwks()).toEqual([oldKid, rotated.kid]);
    const early = await tokensOf(world, user);
    expect(decodeProtectedHeader(early.AccessToken).kid).toBe(oldKid);

    world.pass(10 * 60_000 + 1);
    const late = await tokensOf(world, user);
    expect(decodeProtectedHeader(late.AccessToken).kid).toBe(rotated.kid);
    const getUser = async (AccessToken: string) => (await world.call("GetUser", { AccessToken })).status;
    expect([await getUser(early.AccessToken), await getUser(late.AccessToken)]).toEqual([200, 200]);

    world.pass(8 * 3_600_000 + 10 * 60_000);
    expect(await jwks()).toEqual([rotated.kid]);
    expect((await stat(join(world.keysDir, "identity-signing-keys.json"))).mode & 0o777).toBe(0o600);
  });
});
