import { expect, test } from "vitest";
import { demoSiteOptions } from "./scripts/buildDemoSite.mjs";

test("the demo site is built as its command line says", () => {
  expect(demoSiteOptions(["demo-site"])).toEqual({});
  expect(demoSiteOptions(["demo-site", "--minutes=5", "--base=/demo/", "--docs"])).toEqual({
    minutes: 5,
    base: "/demo/",
    docs: true,
  });
  expect(demoSiteOptions(["--docs=https://docs.example.com/pulse/"])).toEqual({
    docs: "https://docs.example.com/pulse/",
  });
});

test("an option of the demo site that there is not, or one without its value, is refused with those that there are", () => {
  expect(() => demoSiteOptions(["--with-docs"])).toThrow("unknown option --with-docs; there are --minutes=N");
  expect(() => demoSiteOptions(["--base"])).toThrow("unknown option --base");
});
