import { expect, test } from "vitest";
import { messagePace } from "./messagePace.ts";

test("a gateway that uploads rarely has a gap only after several of its own periods", () => {
  const pace = messagePace();
  let atMs = 0;
  const after = (silentMs: number): boolean => pace.breaks((atMs += silentMs));
  for (let nth = 0; nth < 12; nth++) expect(after(60_000)).toBe(false);
  expect(after(250_000)).toBe(false);
  for (let nth = 0; nth < 30; nth++) expect(after(60_000)).toBe(false);
  expect(after(400_000)).toBe(true);
  expect(after(60_000)).toBe(false);
});
