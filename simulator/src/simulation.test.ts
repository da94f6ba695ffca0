import { expect, it } from "vitest";
import { defaultRadio } from "./radio/settings.ts";
import { airOf } from "./simulation.ts";

it("a simulation gives each site the demo's air, or one drawn for it that no engine has as its default", () => {
  expect(airOf(undefined, "harbour")).toBe(defaultRadio);
  expect(airOf(3, "harbour")).toEqual(airOf(3, "harbour"));
  const drawn = [airOf(3, "harbour"), airOf(3, "hospital"), airOf(4, "harbour")].map(({ exponent }) => exponent);
  expect(new Set([...drawn, defaultRadio.exponent]).size).toBe(4);
});
