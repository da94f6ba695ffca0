import { expect, it } from "vitest";
import { findPages, groupHits, type Hit } from "./hits.ts";

const hit = (kind: Hit["kind"], name: string): Hit => ({ kind, name, detail: "", path: `/${kind}/${name}` });
const pages = ["Map", "Users", "Groups", "Roles", "Zubehör"].map((name) => hit("page", name));

it("the search finds pages by a part of their name without case and accents, those starting with it first", () => {
  expect(findPages(pages, "S").map(({ name }) => name)).toEqual(["Users", "Groups", "Roles"]);
  expect(findPages(pages, "r").map(({ name }) => name)).toEqual(["Roles", "Users", "Groups", "Zubehör"]);
  expect(findPages(pages, "zubehor").map(({ name }) => name)).toEqual(["Zubehör"]);
});

it("the search groups results by kind in the order of each kind's best hit", () => {
  const found = [hit("gateway", "G-01"), hit("asset", "PJ-1"), hit("gateway", "G-02")];
  expect(groupHits(found, [], "g").map(({ kind, hits }) => [kind, hits.length])).toEqual([
    ["gateway", 2],
    ["asset", 1],
  ]);
});

it("the search puts pages first only when they start with the typed text", () => {
  const found = [hit("asset", "Roll cage 1")];
  const kinds = (typed: string) => groupHits(found, findPages(pages, typed), typed).map(({ kind }) => kind);
  expect(kinds("ro")).toEqual(["page", "asset"]);
  expect(kinds("ol")).toEqual(["asset", "page"]);
});
