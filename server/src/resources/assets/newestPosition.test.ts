import { expect, test } from "vitest";
import { newestOf } from "./newestPosition.ts";

const at = (second: number, accuracy: number) => ({ end_ts: new Date(second * 1000), accuracy });

test("an asset is where its newest fix is", () => {
  expect(newestOf([at(0, 1), at(60, 9), at(30, 2)])).toMatchObject({ accuracy: 9 });
});

test("the more certain of two fixes within ten seconds is used", () => {
  expect(newestOf([at(60, 9), at(51, 2), at(49, 1)])).toMatchObject({ accuracy: 2 });
});

test("an asset that was never located has no position", () => {
  expect(newestOf([])).toBeNull();
});
