import { expect, it } from "vitest";
import { conflictRows, merged } from "./conflict.ts";
import { changeCount } from "./formValues.ts";

const base = { name: "A", place: "North", kinds: ["x"], config: { days: 1 } };
const paths = ["name", "place", "kinds", "config.days"];

it.each([
  ["nothing where both changed it alike", { ...base, name: "B" }, { ...base, name: "B" }, []],
  ["nothing where only I changed it", { ...base, name: "B" }, base, []],
  ["theirs where only they changed it", base, { ...base, config: { days: 2 } }, [["config.days", "remote"]]],
  ["mine where both changed it", { ...base, kinds: ["y"] }, { ...base, kinds: ["z"] }, [["kinds", "local"]]],
])("a conflict's merge proposes %s", (_, local, remote, rows) => {
  expect(conflictRows({ base, local, remote }, paths).map(({ path, proposed }) => [path, proposed])).toEqual(rows);
});

it("a conflict's merge combines their values, my changes and the choices", () => {
  const local = { ...base, name: "Mine", place: "Mine" };
  const remote = { ...base, name: "Theirs", place: "Theirs", config: { days: 2 } };
  expect(merged({ base, local, remote }, paths, { name: "local", place: "remote" })).toEqual({
    ...base,
    name: "Mine",
    place: "Theirs",
    config: { days: 2 },
  });
});

it("the changes of a form are counted by field, also in lists: each item added or removed is one", () => {
  const floor = (key: string, name: string, level = 0) => ({ key, name, level });
  const from = { name: "A", buildings: [{ key: "b", name: "Main", floors: [floor("1", "G"), floor("2", "F")] }] };
  const floors = [floor("2", "First", 3), floor("new", "Roof")];
  const to = { name: "B", buildings: [{ key: "b", name: "Hall", floors }] };
  // The site's and the building's names, two fields of a floor, one floor removed, one added.
  expect(changeCount(from, to)).toBe(6);
  expect(changeCount(from, from)).toBe(0);
  expect(changeCount({ ids: ["a", "b", "c"] }, { ids: ["c", "d"] })).toBe(3);
  expect(changeCount({ ids: ["a", "b"] }, { ids: ["b", "a"] })).toBe(1);
  const at = (lat: number) => ({ lat, lon: 7 });
  // A list of places is one drawing.
  expect(changeCount({ points: [at(1), at(2)] }, { points: [at(1), at(3), at(4)] })).toBe(1);
  expect(changeCount({ at: at(1) }, { at: null })).toBe(1);
});
