import { gzipSync } from "node:zlib";
import { limits } from "@pulse/contract/limits";
import { expect, it } from "vitest";
import { unpackedDrawing } from "./compressedDrawing.ts";

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="297mm" height="210mm"/>';

it("a drawing that Inkscape has compressed is unpacked, and other files stay as they are", async () => {
  const unpacked = await unpackedDrawing(new Blob([new Uint8Array(gzipSync(svg))]));
  expect(await unpacked.text()).toBe(svg);
  const plain = new Blob([svg]);
  expect(await unpackedDrawing(plain)).toBe(plain);
});

it("a compressed drawing that is damaged, or unpacks to too much, is refused with the reason", async () => {
  const damaged = new Uint8Array(gzipSync(svg)).slice(0, 20);
  await expect(unpackedDrawing(new Blob([damaged]))).rejects.toMatchObject({ reason: "unreadable" });
  const bomb = new Uint8Array(gzipSync(Buffer.alloc(limits.svgUnpackedBytes + 1)));
  await expect(unpackedDrawing(new Blob([bomb]))).rejects.toMatchObject({ reason: "tooLarge" });
});
