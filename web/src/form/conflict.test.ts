import { expect, it } from "vitest";
import { conflictRows, merged } from "./conflict.ts";

const base = { name: "A", place: "North", kinds: ["x"], config: { days: 1 } };
const paths = ["name", "place", "kinds", "config.days"];

it.each([
  ["nothing where both changed it alike", { ...base, name: "B" }, { ...base, name: "B" }, []],
  ["nothing where only I changed it", { ...base, name: "B" }, base, []],
  ["theirs where only they changed it", base, { ...base, config: { days: 2 } }, [["config.days", "theirs"]]],
  ["mine where both changed it", { ...base, kinds: ["y"] }, { ...base, kinds: ["z"] }, [["kinds", "mine"]]],
])("a conflict's merge proposes %s", (_, mine, theirs, rows) => {
  expect(conflictRows({ base, mine, theirs }, paths).map(({ path, proposed }) => [path, proposed])).toEqual(rows);
});

it("a conflict's merge combines their values, my changes and the choices", () => {
  const mine = { ...base, name: "Mine", place: "Mine" };
  const theirs = { ...base, name: "Theirs", place: "Theirs", config: { days: 2 } };
  expect(merged({ base, mine, theirs }, paths, { name: "mine", place: "theirs" })).toEqual({
    ...base,
    name: "Mine",
    place: "Theirs",
    config: { days: 2 },
  });
});
