import { endpoints } from "@pulse/contract/endpoints";
import { expect, it } from "vitest";
import { z } from "zod";
import { readContent } from "./readContent.ts";

const Row = z.array(z.object({ assetGuid: z.string() }));
const wire = (count: number) => Array.from({ length: count }, (_, nth) => ({ asset_guid: `${nth}` }));

it("a long list is read in its order, and an empty one is read too", async () => {
  const read = await readContent(Row, wire(1234));
  expect(read).toEqual(Array.from({ length: 1234 }, (_, nth) => ({ assetGuid: `${nth}` })));
  expect(await readContent(Row, [])).toEqual([]);
});

it("a list with one wrong row is refused, and so is anything that is not a list", async () => {
  await expect(readContent(Row, [...wire(500), { asset_guid: 5 }])).rejects.toThrow(z.ZodError);
  await expect(readContent(Row, { asset_guid: "1" })).rejects.toThrow(z.ZodError);
});

it("any list of the contract can be checked in pieces, since none restricts its length", () => {
  const lists = endpoints.filter(({ content }) => content instanceof z.ZodArray);
  expect(lists.length).toBeGreaterThan(20);
  const checked = lists.filter(({ content }) => ((content as z.ZodArray).def.checks ?? []).length > 0);
  expect(checked.map(({ id }) => id)).toEqual([]);
});
