import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/support/database.ts";
import { diskFileStore } from "./diskFileStore.ts";

const folder = join(temporaryFolder(), "files");
const files = await diskFileStore(folder);
const drawing = new TextEncoder().encode(
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="teal"/></svg>`,
);

test("the file store keeps a drawing as an image of 4096 pixels and serves it narrower", async () => {
  const stored = await files.putImage(drawing, "a");
  expect(stored).toMatchObject({ contentType: "image/webp", width: 4096, height: 2048 });
  const narrow = await files.open(stored.id, 300, "a");
  expect(narrow).not.toBeNull();
  narrow!.stream.destroy();
  expect(await sharp(join(folder, `${stored.id}.512`)).metadata()).toMatchObject({ format: "webp", width: 512 });
});

test("the file store refuses a file that is not an image, and accepts the next image", async () => {
  await expect(files.putImage(new TextEncoder().encode("no image"), "a")).rejects.toThrow(/unsupported image/);
  expect(await files.putImage(drawing, "a")).toMatchObject({ width: 4096 });
});

test.runIf(process.platform === "linux")("a crash of the image decoder fails only its own image", async () => {
  const own = await diskFileStore(join(temporaryFolder(), "own"));
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
