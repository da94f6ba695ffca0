import { endpoints } from "@pulse/contract/endpoints";
import { toSnakeKey } from "@pulse/contract/wire";
import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { invalid } from "./errors.ts";

// Values of every kind that JSON has, and some that are nearly right.
const wrongValue = fc.oneof(
  fc.constantFrom(null, true, "", "x", " ", "1,5", "2026-13-01", "-1", 1.5, -1, 0, 1e12, [], {}, [null], [[1]], {
    a: 1,
  }),
  fc.constantFrom("a".repeat(3000), ["a", 1, {}], "2026-11-27T08:00:00Z", "Polygon", "polygon", { type: "Polygon" }),
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Bodies of a schema's shape of which each part may be wrong or left out. */
function near(schema: unknown, depth = 0): fc.Arbitrary<unknown> {
  const inner = (part: unknown): fc.Arbitrary<unknown> => near(part, depth + 1);
  if (depth > 6 || !(schema instanceof z.ZodType)) return wrongValue;
  const { def } = schema as unknown as { def: Record<string, unknown> };
  if (schema instanceof z.ZodObject) {
    const parts = Object.entries(schema.def.shape).map(([key, part]) => [key, inner(part)] as const);
    const whole = fc.record(Object.fromEntries(parts), { requiredKeys: [] });
    return fc.oneof(
      { weight: 1, arbitrary: wrongValue },
      { weight: 8, arbitrary: whole },
      {
        weight: 1,
        arbitrary: whole.map((body) => ({ ...body, unknown: 1 })),
      },
    );
  }
  if (schema instanceof z.ZodArray)
    return fc.oneof(wrongValue, fc.array(inner(schema.def.element), { minLength: 1, maxLength: 3 }));
  if (schema instanceof z.ZodUnion) return fc.oneof(wrongValue, ...schema.def.options.map(inner));
  if (schema instanceof z.ZodPipe) return inner(schema.def.in);
  if (schema instanceof z.ZodTuple) return fc.oneof(wrongValue, fc.tuple(...schema.def.items.map(inner)));
  return def["innerType"] === undefined ? wrongValue : inner(def["innerType"]);
}

const given = endpoints.flatMap(({ id, body, query }) => [
  ...(body === undefined ? [] : [[`${id} body`, body] as const]),
  ...(query === undefined ? [] : [[`${id} query`, query] as const]),
]);
const validatorWords =
  /invalid|expected|received|unrecognized|too (?:big|small)|pattern|regex|NaN|undefined|\[object|wrong (?:form|type)|accepted forms/i;

it.each(given)("%s: a refusal says what is wanted of each value, never in the validator's words", (_name, schema) => {
  fc.assert(
    fc.property(near(schema), (value) => {
      const { error } = schema.safeParse(value, { reportInput: true });
      if (error === undefined) return;
      const texts = invalid(error, toSnakeKey, schema).details.filter(({ message }) => validatorWords.test(message));
      // That is the catalogue's own text.
      expect(texts.filter(({ code }) => code !== "location_invalid")).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
