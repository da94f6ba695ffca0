import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { decoder } from "./decode.ts";
import { encoder } from "./encode.ts";
import { endpoints } from "./endpoints.ts";
import { fromWire, toWire } from "./wire.ts";

const elevations = new Set(["elevation", "lastElevation", "z"]);

/** Quotes, controls, a lone surrogate, a line separator, an astral character: with and without an escape in JSON. */
const nasty = '"\\\u0000\n\u2028\ud800 Zoë \u{1f4e6}';

/** Values that fit a schema, sometimes with one key more than it names. */
function fitting(schema: z.ZodType): fc.Arbitrary<unknown> {
  const inner = (part: unknown): fc.Arbitrary<unknown> => fitting(part as z.ZodType);
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.def.shape).map(([key, part]) => [key, inner(part)] as const);
    return fc
      .tuple(fc.record(Object.fromEntries(fields)), fc.boolean())
      .map(([value, more]) => (more ? { ...value, secretHash: "leaked" } : value));
  }
  if (schema instanceof z.ZodArray) return fc.array(inner(schema.def.element), { maxLength: 3 });
  if (schema instanceof z.ZodTuple) return fc.tuple(...schema.def.items.map(inner));
  if (schema instanceof z.ZodNullable) return fc.option(inner(schema.def.innerType));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return fc.option(inner(schema.def.innerType), { nil: undefined });
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.def.options.map(inner));
  if (schema instanceof z.ZodRecord) {
    const keys = [...(schema.def.keyType._zod.values ?? [])].map(String);
    return fc.record(Object.fromEntries(keys.map((key) => [key, inner(schema.def.valueType)])));
  }
  return fittingLeaf(schema);
}

function fittingLeaf(schema: z.ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral)
    return fc.constantFrom(...(schema._zod.values ?? []));
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) {
    const min = Math.max(schema.minValue ?? -1e6, -1e6);
    const max = Math.min(schema.maxValue ?? 1e6, 1e6);
    const whole = fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
    return schema.isInt ? whole : fc.oneof(whole, fc.double({ min, max, noNaN: true }));
  }
  if (schema instanceof z.ZodUUID) return fc.uuid({ version: 7 });
  if (schema instanceof z.ZodISODateTime)
    return fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((date) => date.toISOString());
  if (schema instanceof z.ZodString)
    return fc
      .oneof(fc.string(), fc.constantFrom("AA:BB:CC:DD:EE:FF", nasty))
      .filter((value) => schema.safeParse(value).success);
  if (schema instanceof z.ZodUnknown)
    return fc.oneof(fc.integer(), fc.constant({ lastElevation: 3, roleId: ["x", null] }), fc.constant(null));
  throw new Error(`no values for ${schema.def.type}`);
}

describe("an endpoint's answer", () => {
  const contents = endpoints.map(({ id, content }) => [id, content] as const);

  test.each(contents)(
    "an endpoint's answer is written for %s as parsing, renaming and stringifying would write it",
    (_id, content) => {
      const [write, writeWithout] = [encoder(content), encoder(content, { without: elevations })];
      fc.assert(
        fc.property(fitting(content), (value) => {
          const parsed = content.parse(value);
          expect(JSON.parse(write(value))).toEqual(JSON.parse(JSON.stringify(toWire(parsed))));
          expect(JSON.parse(writeWithout(value))).toEqual(JSON.parse(JSON.stringify(toWire(parsed, elevations))));
        }),
        { numRuns: 8 },
      );
    },
  );

  test.each(contents)("an endpoint's answer is refused for %s where it does not fit its schema", (_id, content) => {
    const write = encoder(content);
    // One value in the tree is swapped for something that fits nowhere.
    const broken = fitting(content).chain((value) => fc.constantFrom(...breaks(value)));
    fc.assert(
      fc.property(broken, (value) => {
        if (content.safeParse(value).success) expect(() => write(value)).not.toThrow();
        else expect(() => write(value)).toThrow(z.ZodError);
      }),
      { numRuns: 8 },
    );
  });
});

/** Copies of a value, each with one part replaced by something odd. */
function breaks(value: unknown): unknown[] {
  const odd = [undefined, Number.NaN, "odd", 1.5, null, []];
  if (typeof value !== "object" || value === null) return odd;
  const copies = Object.keys(value).flatMap((key) =>
    breaks((value as Record<string, unknown>)[key]).map((part) =>
      Array.isArray(value)
        ? value.map((item: unknown, at) => (String(at) === key ? part : item))
        : { ...value, [key]: part },
    ),
  );
  return copies.length > 0 ? copies.slice(0, 60) : odd;
}

test("a list is refused where an object is expected, even if all its fields are optional", () => {
  const write = encoder(z.object({ name: z.string().optional() }));
  expect(write({})).toBe("{}");
  expect(() => write([])).toThrow(z.ZodError);
});

describe("an endpoint's input", () => {
  const taken = endpoints.flatMap(({ id, query, body }) =>
    [query, body].flatMap((schema) => (schema === undefined ? [] : [[id, schema] as const])),
  );

  test.each(taken)(
    "an endpoint's input is read for %s as renaming everything and parsing would read it",
    (_id, schema) => {
      const read = decoder(schema);
      const strings = fc.oneof(fc.string(), fc.constantFrom("1", "true", "name", "a@b.test"), fc.constant(null));
      const keys = schema instanceof z.ZodObject ? Object.keys(toWire(schema.def.shape) as object) : ["any"];
      const given = fc.dictionary(
        fc.oneof(fc.constantFrom(...keys), fc.constantFrom("unknown_key", "constructor")),
        fc.oneof(
          strings,
          fc.array(strings),
          fc.dictionary(fc.constantFrom("lat", "role_id", "show_nearest_gateway"), strings),
        ),
      );
      fc.assert(
        fc.property(given, (value) => {
          const [ours, plain] = [schema.safeParse(read(value)), schema.safeParse(fromWire(value))];
          expect(ours).toEqual(plain);
        }),
        { numRuns: 15 },
      );
    },
  );

  test("an endpoint's input is read from its own keys only", () => {
    const read = decoder(z.object({ name: z.string().optional(), deep: z.object({ roleId: z.string() }).optional() }));
    expect(
      read(JSON.parse('{"__proto__": {"name": "x"}, "deep": {"role_id": "1", "more": 2}, "more": [[[]]]}')),
    ).toEqual({
      deep: { roleId: "1" },
    });
  });
});
