import { expect, it } from "vitest";
import { createMapFocus } from "./mapFocus.ts";

it("the focus goes to a part of the map at once, or as soon as it is on the page, and only to the last one asked for", () => {
  const focus = createMapFocus();
  const focuses: string[] = [];
  const take = (part: string) => (guid: string | null) => void focuses.push(`${part} ${guid ?? "-"}`);
  const removeList = focus.register("list", take("list"));
  focus.go("list", "a");
  focus.go("card");
  focus.go("history");
  focus.register("card", take("card"));
  expect(focuses).toEqual(["list a"]);
  focus.register("history", take("history"));
  expect(focuses).toEqual(["list a", "history -"]);
  removeList();
  focus.go("list", "b");
  focus.register("list", take("new list"));
  expect(focuses).toEqual(["list a", "history -", "new list b"]);
});

it("a part of the map that goes and comes again gets the focus back, unless something else has it", () => {
  let isElsewhere = false;
  const focus = createMapFocus(() => isElsewhere);
  let focuses = 0;
  focus.go("card");
  focus.register("card", () => focuses++)();
  focus.register("card", () => focuses++)();
  expect(focuses).toBe(2);
  isElsewhere = true;
  focus.register("card", () => focuses++)();
  expect(focuses).toBe(2);
});
