import { expect, test } from "vitest";
import { parseJson } from "./payload.ts";

// What Windows programs and some libraries send: RFC 4627, section 3, told it by its zero bytes.
test.each([
  ["little-endian", Buffer.from('{"name":"Büro"}', "utf16le")],
  ["little-endian with a mark", Buffer.from('\uFEFF{"name":"Büro"}', "utf16le")],
  ["big-endian", Buffer.from('{"name":"Büro"}', "utf16le").swap16()],
  ["big-endian with a mark", Buffer.from('\uFEFF{"name":"Büro"}', "utf16le").swap16()],
])("JSON in UTF-16 (%s) is read", (_what, payload) => {
  expect(parseJson(payload)).toEqual({ name: "Büro" });
});

test("half a UTF-16 character behind the text, and a message that only begins like UTF-16, are refused in words", () => {
  expect(() => parseJson(Buffer.from('{"a":1', "utf16le"))).toThrow(/^the message is not JSON/);
  expect(() => parseJson(Uint8Array.of(0x7b, 0, 0xff))).toThrow(/^the message is not/);
});
