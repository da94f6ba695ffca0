import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ownCertificate } from "../src/platform/broker/ownCertificate.ts";
import { parseS3Address } from "../src/platform/files/s3/s3Address.ts";
import { s3ByteStore } from "../src/platform/files/s3/s3ByteStore.ts";
import { call } from "./support/api.ts";
import { temporaryFolder } from "./support/database.ts";
import { hasS3Server, type S3Server, s3Server } from "./support/s3Server.ts";
import { floorsOf, oneFloor, siteDesk, siteName } from "./support/siteForms.ts";
import { testPulse, type TestPulse } from "./support/testPulse.ts";
import { freePort } from "../../scripts/freePort.mjs";

// Uploaded files in a bucket of a real S3-compatible server, through the front door.
describe.runIf(hasS3Server)("with a bucket", () => {
  let server: S3Server;
  let bucket: string;
  let pulse: TestPulse;
  let desk: Awaited<ReturnType<typeof siteDesk>>;
  beforeAll(async () => {
    server = await s3Server();
    bucket = server.bucket();
    pulse = await testPulse({ PULSE_FILES_URL: server.url(bucket), PULSE_DATA_DIR: join(temporaryFolder(), "data") });
    desk = await siteDesk(pulse);
  });
  afterEach(() => server.stop("SIGKILL").then(server.start));
  afterAll(async () => {
    await pulse.stop();
    await server.stop();
  });

  const urlOf = (site: Record<string, unknown>): string => String(floorsOf(site)[0]!["image_url"]);
  const read = (url: string, headers: Record<string, string> = {}) =>
    call(pulse, "GET", url, { token: desk.token, headers });
  const troubles = async (): Promise<{ part: string; trouble: string }[]> => {
    const { text } = await call(pulse, "GET", "/readyz");
    return (JSON.parse(text) as { troubles: { part: string; trouble: string }[] }).troubles;
  };

  test("a plan is stored in the bucket alone, and served from there with its etag and in other widths", async () => {
    const before = server.names(bucket);
    const url = urlOf(await desk.made());
    const id = url.split("/").at(-1)!;
    expect(server.names(bucket)).toEqual([...before, id].toSorted());
    expect(existsSync(join(pulse.config.dataDir, "files", id))).toBe(false);
    const { status, headers } = await read(url);
    expect([status, headers.get("cache-control"), headers.get("content-type")]).toEqual([
      200,
      "private, max-age=31536000, immutable",
      "image/webp",
    ]);
    expect((await read(url, { "if-none-match": headers.get("etag")! })).status).toBe(304);
    const narrow = await fetch(`${pulse.url}${url}?width=200`, { headers: { authorization: `Bearer ${desk.token}` } });
    const bytes = Buffer.from(await narrow.arrayBuffer());
    expect([narrow.headers.get("content-length"), (await sharp(bytes).metadata()).width]).toEqual([
      String(bytes.length),
      256,
    ]);
    expect(server.names(bucket)).toContain(`${id}.256`);
    expect((await read(`${url.slice(0, -4)}0000`)).status).toBe(404);
  });

  test("while the store is away, files are answered with 503 and words, nothing is half written, and readyz names it", async () => {
    const url = urlOf(await desk.made());
    const before = server.names(bucket);
    await server.stop("SIGKILL");
    // Nobody has asked for a file yet: it is looked at every few seconds.
    await expect
      .poll(troubles)
      .toContainEqual({ part: "files", trouble: `the connection to 127.0.0.1:${server.port} is refused` });
    const refused = await read(url);
    expect([refused.status, refused.content, refused.headers.get("retry-after")]).toMatchObject([
      503,
      { code: "service_unavailable", message: "The store of files does not answer. Try again later" },
      "5",
    ]);
    expect(refused.headers.get("cache-control")).not.toContain("immutable");
    const name = siteName();
    expect(await desk.post({ name, buildings: oneFloor() })).toMatchObject({
      status: 503,
      content: { message: "The store of files does not answer. Try again later" },
    });
    await server.start();
    await expect.poll(async () => (await troubles()).filter(({ part }) => part === "files")).toEqual([]);
    expect([(await read(url)).status, server.names(bucket)]).toEqual([200, before]);
    expect((await desk.post({ name, buildings: oneFloor() })).status).toBe(201);
  });

  test("a store that hangs is given up on, and neither its answer nor what is wrong has the secret in it", async () => {
    const address = parseS3Address(server.url(bucket))!;
    const store = s3ByteStore(address, "files/", { stallMs: 2_000 });
    const impatient = s3ByteStore(address, "files/", { answerMs: 200 });
    await store.write("file", Buffer.alloc(20_000_000, "x"));
    // The store stops in the middle of its answer.
    const { stream } = (await store.open("file"))!;
    const chunks = stream[Symbol.asyncIterator]();
    await chunks.next();
    server.signal("SIGSTOP");
    const error = await (async () => {
      for (;;) if ((await chunks.next()).done === true) return null;
    })().catch((failure: unknown) => failure as Error);
    expect(error?.message).toBe("The store of files does not answer. Try again later");
    await expect(impatient.write("other", Buffer.from("x"))).rejects.toThrow("The store of files does not answer");
    expect(impatient.unhealthyReason()).toBe(`127.0.0.1:${server.port} does not answer in time without TLS (tls=0)`);
    server.signal("SIGCONT");
    store.close();
    impatient.close();
  });
});

describe.runIf(hasS3Server)("with a store that cannot be used", () => {
  const opened: S3Server[] = [];
  const open = async (options: Parameters<typeof s3Server>[0] = {}): Promise<S3Server> => {
    const server = await s3Server(options);
    opened.push(server);
    return server;
  };
  afterEach(async () => {
    for (const server of opened.splice(0)) await server.stop();
  });

  test.each<[string, (server: S3Server) => Promise<string>, string]>([
    ["an unknown host", async (s) => s.url(s.bucket()).replace("127.0.0.1", "nowhere.invalid"), "is unknown"],
    [
      "a port where nobody listens",
      async (s) => s.url(s.bucket()).replace(String(s.port), String(await freePort())),
      "is refused",
    ],
    ["an unknown key", async (s) => s.url(s.bucket(), { key: "OTHERKEY" }), "the key or the secret is wrong"],
    ["a wrong secret", async (s) => s.url(s.bucket(), { secret: "secret-other" }), "the key or the secret is wrong"],
    ["a bucket that does not exist", async (s) => s.url("nobucket"), 'there is no bucket "nobucket" at 127.0.0.1'],
    [
      "TLS to a port without it",
      async (s) => s.url(s.bucket(), { tls: true }),
      "does not speak TLS there; tls=0 does without it",
    ],
  ])("%s is refused at the start in one line without the secret", async (_what, urlOf, reason) => {
    const server = await open();
    const url = await urlOf(server);
    const error = await startWith(url);
    expect(error.message).toContain(reason);
    expect(error.message).toMatch(/^PULSE_FILES_URL="s3:\/\/…@[^"]+" cannot be used: [^\n]+$/);
    expect(error.message).not.toMatch(/secret(?! is wrong)|p\+u/);
  });

  test("a key that may only read is refused at the start", async () => {
    const server = await open({ readonly: true });
    expect((await startWith(server.url(server.bucket()))).message).toMatch(/has no right to write in the bucket/);
  });

  test("a store that speaks only TLS is refused without TLS, and with a certificate that nobody trusts", async () => {
    const folder = temporaryFolder();
    const { cert, key } = await ownCertificate(join(folder, "made"), "localhost", Date.now());
    const files = { cert: join(folder, "s3.crt"), key: join(folder, "s3.key") };
    writeFileSync(files.cert, cert);
    writeFileSync(files.key, key);
    const server = await open({ tls: files });
    const bucket = server.bucket();
    expect((await startWith(server.url(bucket, { tls: true }))).message).toMatch(
      /the certificate of .* is not trusted/,
    );
    expect((await startWith(server.url(bucket))).message).toContain("does not answer in time without TLS (tls=0)");
  });
});

/** What a start with this setting says. */
async function startWith(url: string): Promise<Error> {
  const started = testPulse({ PULSE_FILES_URL: url });
  const error = await started.then(
    async (pulse) => pulse.stop(),
    (failure: unknown) => failure,
  );
  if (!(error instanceof Error)) throw new Error("Pulse has started");
  return error;
}
