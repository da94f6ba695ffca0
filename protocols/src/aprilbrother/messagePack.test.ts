import { expect, test } from "vitest";
import { readMessagePack } from "./messagePack.ts";

const read = (hex: string): unknown => readMessagePack(Uint8Array.from(Buffer.from(hex, "hex")));

// Written by Python's msgpack 1.1.
test.each([
  ["c0", null],
  ["c2", false],
  ["c3", true],
  ["7f", 127],
  ["e0", -32],
  ["cc80", 128],
  ["cdffff", 65_535],
  ["ceffffffff", 4_294_967_295],
  ["cf0000010000000000", 2 ** 40],
  ["d080", -128],
  ["d1fed4", -300],
  ["d2fffeee90", -70_000],
  ["d3ffffff0000000000", -(2 ** 40)],
  ["ca3fc00000", 1.5],
  ["cb3ff8000000000000", 1.5],
  ["a3616263", "abc"],
  ["d903616263", "abc"],
  ["da0003616263", "abc"],
  ["db00000003616263", "abc"],
  ["c403010203", Uint8Array.of(1, 2, 3)],
  ["c50003010203", Uint8Array.of(1, 2, 3)],
  ["c600000003010203", Uint8Array.of(1, 2, 3)],
  ["9301a161c0", [1, "a", null]],
  ["dc000101", [1]],
  ["dd0000000101", [1]],
  ["81a16101", { a: 1 }],
  ["de0001a16101", { a: 1 }],
  ["df00000001a16101", { a: 1 }],
  ["92d40501d8050000000000000000000000000000000000", [null, null]],
  ["92c70305010203c800010501", [null, null]],
])("MessagePack %s is read", (hex, expected) => {
  expect(read(hex)).toEqual(expected);
});

test("a map's key cannot reach the prototype of objects", () => {
  const map = read("81a95f5f70726f746f5f5f81a161c3") as object;
  expect(Object.keys(map)).toEqual(["__proto__"]);
  expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
});

test.each(["", "cd01", "c4", "a3", "93", "81", "ca3f"])("MessagePack that ends after %s is cut short", (hex) => {
  expect(() => read(hex)).toThrow("the MessagePack message is cut short");
});
