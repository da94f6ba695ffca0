import { expect, test } from "vitest";
import { macHex, parseMac, reverseMac } from "./mac.ts";

test.each([
  "68B9D3DFE78C",
  "68b9d3dfe78c",
  "68:B9:D3:DF:E7:8C",
  "68-b9-d3-df-e7-8c",
  "68b9.d3df.e78c",
  " 68B9D3DFE78C ",
])("the address %s is read as the same MAC", (text) => {
  expect(parseMac(text)).toBe("68:B9:D3:DF:E7:8C");
  expect(macHex(text)).toBe("68B9D3DFE78C");
});

test.each(["", "Gateway1", "68B9D3DFE78", "68B9D3DFE78G", "68:B9-D3:DF:E7:8C", "68:B9:D3:DF:E7", "6:8B:9D:3D:FE:78C"])(
  "the text %s is not a MAC address",
  (text) => {
    expect(parseMac(text)).toBeNull();
    expect(() => macHex(text)).toThrow(RangeError);
  },
);

test("an address reversed twice is the same again", () => {
  expect(reverseMac("41:05:02:0A:33:DD")).toBe("DD:33:0A:02:05:41");
});
