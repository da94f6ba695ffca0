import { expect, test } from "vitest";
import { readEndpoints } from "./recordAnswers.ts";
import { leftOut, plans } from "./recordedCalls.ts";

test("every endpoint that is only read is recorded, or left out for a reason", () => {
  const read = readEndpoints.map(({ id }) => id);
  expect([...Object.keys(plans), ...Object.keys(leftOut)].toSorted()).toEqual(read.toSorted());
});
