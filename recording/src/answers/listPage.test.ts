import { expect, test } from "vitest";
import type { Row } from "../format.ts";
import { listPage } from "./listPage.ts";

const rows: Row[] = [
  { name: "FL-10", type: "Forklift", archived: false, floor_id: "1", linked_trackers: [{ name: "T-1", mac: "AA" }] },
  { name: "FL-2", type: "Forklift", archived: false, floor_id: "2", linked_trackers: [] },
  { name: "Cart", type: "Cart", archived: true, floor_id: null, linked_trackers: [] },
];
const names = (query: Record<string, string>) => listPage(rows, query, 20).content.map((row) => (row as Row)["name"]);

test("a recorded list without parameters is answered whole", () => {
  const { content, metadata } = listPage(rows, {}, 20);
  expect(content).toEqual(rows);
  expect(metadata).toEqual({ total_count: 3, current_page: 1, max_page: 1, limit: 20 });
});

test("a recorded list is sorted as people read numbers, and cut into pages", () => {
  expect(names({ sort_fields: "name", sort_order: "asc" })).toEqual(["Cart", "FL-2", "FL-10"]);
  const second = listPage(rows, { sort_fields: "name", sort_order: "desc", limit: "2", page: "2" }, 20);
  expect(second.content).toEqual([rows[2]]);
  expect(second.metadata).toEqual({ total_count: 3, current_page: 2, max_page: 2, limit: 2 });
});

test("a recorded list is searched in the columns asked for, those of other things among them", () => {
  expect(names({ search_keyword: "fl-", search_fields: "name" })).toEqual(["FL-10", "FL-2"]);
  expect(names({ search_keyword: "t-1", search_fields: "name,tracker_name" })).toEqual(["FL-10"]);
});

test("a recorded list is filtered by what a row itself decides", () => {
  expect(names({ type: "Forklift", floor_id: "2,3" })).toEqual(["FL-2"]);
  expect(names({ archived: "true" })).toEqual(["Cart"]);
  expect(names({ archived: "all" })).toHaveLength(3);
  expect(names({ linked: "true" })).toEqual(["FL-10"]);
});
