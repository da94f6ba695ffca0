import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/database.ts";
import { hasS3Server, type S3Server, s3Server } from "../../../test/support/s3Server.ts";
import type { ByteStore } from "./byteStore.ts";
import { diskByteStore } from "./diskByteStore.ts";
import type { FileStore } from "./fileStore.ts";
import { imageFileStore } from "./imageFileStore.ts";
import { parseS3Address } from "./s3/s3Address.ts";
import { s3ByteStore } from "./s3/s3ByteStore.ts";

const parent = temporaryFolder();
const drawing = new TextEncoder().encode(
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="teal"/></svg>`,
);
let server: S3Server;

const stores: [string, () => Promise<ByteStore>][] = [
  ["a folder", async () => diskByteStore(join(mkdtempSync(join(parent, "disk-")), "files"))],
  ...(hasS3Server
    ? ([
        [
          "a bucket of an S3-compatible store",
          async () => {
            server = await s3Server();
            return s3ByteStore(parseS3Address(server.url(server.bucket()))!);
          },
        ],
      ] satisfies [string, () => Promise<ByteStore>][])
    : []),
];

describe.each(stores)("over %s", (_where, open) => {
  let bytes: ByteStore;
  let files: FileStore;
  let uploads: string;
  beforeAll(async () => {
    bytes = await open();
    uploads = mkdtempSync(join(parent, "uploads-"));
    files = await imageFileStore(bytes, uploads);
  });
  afterAll(() => server?.stop());

  const textOf = async (name: string): Promise<string | null> => {
    const found = await bytes.open(name);
    if (found === null) return null;
    const text = Buffer.concat((await found.stream.toArray()) as Buffer[]).toString();
    expect(found.size).toBe(text.length);
    return text;
  };
  const names = async (): Promise<string[]> => (await bytes.list()).map(({ name }) => name).toSorted();

  test("what is written is read, listed with size and time, and deleted", async () => {
    const before = Date.now();
    expect([await textOf("a"), await names()]).toEqual([null, []]);
    await bytes.write("a", Buffer.from("first"));
    await bytes.write("a.256", Buffer.from("second"));
    await bytes.write("empty", Buffer.alloc(0));
    expect([await textOf("a"), await textOf("a.256"), await textOf("empty")]).toEqual(["first", "second", ""]);
    expect((await bytes.list()).map(({ name, size }) => `${name} ${size}`).toSorted()).toEqual([
      "a 5",
      "a.256 6",
      "empty 0",
    ]);
    // Stores round to seconds.
    for (const { modifiedMs } of await bytes.list()) expect(Math.abs(modifiedMs - before)).toBeLessThan(60_000);
    await bytes.remove(["a", "a.256", "empty", "never there"]);
    expect([await textOf("a"), await names()]).toEqual([null, []]);
  });

  test("a file of some megabytes streams whole, and a reader may stop in the middle", async () => {
    const large = Buffer.alloc(8_000_000, "pulse");
    await bytes.write("large", large);
    const stopped = (await bytes.open("large"))!.stream;
    for await (const chunk of stopped) {
      expect((chunk as Buffer).length).toBeGreaterThan(0);
      break;
    }
    const read = Buffer.concat((await (await bytes.open("large"))!.stream.toArray()) as Buffer[]);
    expect(read.equals(large)).toBe(true);
    await bytes.remove(["large"]);
  });

  test("a held file can be read after it is deleted, and a missing one cannot be held", async () => {
    const path = join(uploads, "held", "one");
    await bytes.write("one", Buffer.from("kept"));
    expect([await bytes.hold("one", path), await bytes.hold("two", `${path}2`)]).toEqual([true, false]);
    await bytes.remove(["one"]);
    expect(readFileSync(path, "utf8")).toBe("kept");
  });

  test("the file store keeps a drawing as an image of 4096 pixels and serves it narrower", async () => {
    const stored = await files.putImage(drawing, "a");
    expect(stored).toMatchObject({ contentType: "image/webp", width: 4096, height: 2048 });
    // The first is made, the second was stored.
    for (const _time of [1, 2]) {
      const { stream, size } = (await files.open(stored.id, 300, "a"))!;
      const narrow = Buffer.concat((await stream.toArray()) as Buffer[]);
      expect([narrow.length, await sharp(narrow).metadata()]).toMatchObject([size, { format: "webp", width: 512 }]);
    }
    expect(await names()).toEqual([stored.id, `${stored.id}.512`]);
    await files.remove(stored.id);
    expect([await names(), await files.open(stored.id, 300, "a"), readdirSync(uploads)]).toEqual([[], null, ["held"]]);
  });

  test("what was stored or left over before a moment is told apart from what came later", async () => {
    const stored = await files.putImage(drawing, "a");
    const left = await files.receive(Readable.from(["half"]), "plan.png");
    const leftover = left.path.slice(uploads.length + 1, -".part".length);
    const hourMs = 3600_000;
    expect(await files.untouchedSince(Date.now() - hourMs)).toEqual(new Set());
    expect(await files.untouchedSince(Date.now() + hourMs)).toEqual(new Set([stored.id, leftover]));
    await files.remove(leftover);
    await files.remove(stored.id);
    expect(await files.untouchedSince(Date.now() + hourMs)).toEqual(new Set());
  });

  test("the file store refuses a file that is not an image, and accepts the next image", async () => {
    await expect(files.putImage(new TextEncoder().encode("no image"), "a")).rejects.toThrow(/unsupported image/);
    expect(await files.putImage(drawing, "a")).toMatchObject({ width: 4096 });
  });
});

test.runIf(process.platform === "linux")("a crash of the image decoder fails only its own image", async () => {
  const folder = join(parent, "own");
  const own = await imageFileStore(diskByteStore(folder), folder);
  // Other tests of this process may have left a decoder that waits for its next image.
  const others = new Set(decoders());
  const underWay = own.putImage(drawing, "a").then(
    () => "stored",
    (error: Error) => error.message,
  );
  let pid: string | undefined;
  while ((pid = decoders().find((each) => !others.has(each))) === undefined)
    await new Promise((resolve) => setImmediate(resolve));
  process.kill(Number(pid), "SIGKILL");
  expect(await underWay).toBe("The image decoder ended before it answered");
  expect(await own.putImage(drawing, "a")).toMatchObject({ width: 4096 });
});

/** The children of this process that decode images. */
function decoders(): string[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").trim().split(" ");
  return children.filter((pid) => pid !== "" && commandOf(pid).includes("imageProcess.ts"));
}

/** Empty: it has ended meanwhile. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
