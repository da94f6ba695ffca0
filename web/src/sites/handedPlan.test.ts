import { expect, it } from "vitest";
import { handPlan, takeHandedPlan } from "./handedPlan.ts";

it("a plan dropped for a site is handed over once, and never to another site", () => {
  const file = new File(["plan"], "plan.png");
  handPlan("warehouse", file);
  expect([takeHandedPlan("warehouse"), takeHandedPlan("warehouse")]).toEqual([file, undefined]);
  handPlan("warehouse", file);
  expect([takeHandedPlan("hospital"), takeHandedPlan("warehouse")]).toEqual([undefined, undefined]);
});
