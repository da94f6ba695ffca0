import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { isOfScope, isOneOf, nounKeys } from "./queryKeys.ts";

it("leaving a site drops the queries of that site, and not those that merely name it", () => {
  const queries = new QueryClient();
  const harbour = nounKeys("assets", "harbour");
  const [ofSite, one, floors] = [harbour.list({ page: 1 }), harbour.one("a1"), ["floors", "harbour"]];
  const naming = nounKeys("audit", "northwind").list({ siteId: "harbour" });
  const ofOther = nounKeys("assets", "hospital").list({ page: 1 });
  for (const key of [ofSite, one, floors, naming, ofOther]) queries.setQueryData(key, true);
  queries.removeQueries({ predicate: isOfScope("harbour") });
  expect(
    queries
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey),
  ).toEqual([naming, ofOther]);
});

it("a deleted entity's queries are found by its id, under any noun and site", () => {
  const gone = isOneOf(["7"]);
  const keys = [nounKeys("roles", null).one("7"), nounKeys("assets", "s").one("7"), nounKeys("roles", "7").names];
  expect(keys.map((queryKey) => gone({ queryKey }))).toEqual([true, true, false]);
});
