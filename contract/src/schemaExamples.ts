type Schema = { [key: string]: unknown };

/** Texts that fit schemas by their format, and by names that say what they are. */
const byFormat: Record<string, string> = {
  uuid: "0198c1b2-0000-7000-8000-000000000001",
  "date-time": "2026-11-22T08:30:00.000Z",
  email: "mara@northwind.test",
  uri: "https://northwind.example/pulse",
};
const byName: Record<string, unknown> = {
  mac: "DD:34:04:10:00:01",
  at: "06:00",
  time_zone: "Europe/Berlin",
  convert_to_timezone: "Europe/Berlin",
  phone_number: "+4915123456789",
  password: "Pulse-demo-1",
  lat: 51.9,
  lon: 4.4,
};

type Inner = (schema: unknown, name?: string) => unknown;

/** One value that fits a JSON Schema, with its optional properties. */
export function exampleOf(
  schema: Schema,
  components: Readonly<Record<string, unknown>>,
  name = "",
  depth = 0,
): unknown {
  const same: Inner = (next) => exampleOf(next as Schema, components, name, depth);
  const inner: Inner = (next, of = name) => exampleOf(next as Schema, components, of, depth + 1);
  const { $ref, anyOf, oneOf, allOf } = schema as Record<string, unknown>;
  if (typeof $ref === "string") return same(components[$ref.split("/").at(-1)!]);
  if ("const" in schema) return schema["const"];
  if (Array.isArray(schema["enum"])) return schema["enum"][0];
  if ("default" in schema) return schema["default"];
  const first = ((anyOf ?? oneOf ?? allOf) as unknown[] | undefined)?.[0];
  if (first !== undefined) return same(first);
  // The first of several types: null comes last.
  const type = String([schema["type"]].flat()[0]);
  if (type === "array" || "prefixItems" in schema) return listOf(schema, inner);
  if (type === "object") return objectOf(schema, inner, depth);
  if (type === "integer" || type === "number") return byName[name] ?? numberOf(schema);
  const plain: Record<string, unknown> = { boolean: true, null: null };
  return type in plain ? plain[type] : textOf(schema, name);
}

function listOf(schema: Schema, inner: Inner): unknown[] {
  const { prefixItems, items, minItems } = schema;
  if (Array.isArray(prefixItems)) return prefixItems.map((item) => inner(item));
  if (items === undefined || schema["maxItems"] === 0) return [];
  return Array.from({ length: Math.max(1, Number(minItems ?? 1)) }, () => inner(items));
}

function objectOf(schema: Schema, inner: Inner, depth: number): Schema {
  const required = new Set((schema["required"] ?? []) as string[]);
  const entries = Object.entries((schema["properties"] ?? {}) as Record<string, unknown>);
  // Deeply nested objects show only required properties.
  const shown = entries.filter(([key]) => depth < 4 || required.has(key));
  const unnamed = [...required].filter((key) => !entries.some(([known]) => known === key));
  return Object.fromEntries([
    ...shown.map(([key, value]) => [key, inner(value, key)] as const),
    ...unnamed.map((key) => [key, inner(schema["additionalProperties"] ?? {}, key)] as const),
  ]);
}

function numberOf({ minimum, exclusiveMinimum, maximum }: Schema): number {
  const least = typeof minimum === "number" ? minimum : typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : 1;
  const most = typeof maximum === "number" ? maximum : Infinity;
  return Math.min(Math.max(1, least), most);
}

function textOf({ format, pattern, minLength }: Schema, name: string): string {
  if (typeof format === "string" && byFormat[format] !== undefined) return byFormat[format];
  const known = byName[name];
  if (typeof known === "string") return known;
  if (typeof pattern === "string" && !new RegExp(pattern).test("text")) return patternText(pattern);
  return "text".padEnd(Number(minLength ?? 0), "x");
}

/** The first of some usual texts that matches a pattern. */
function patternText(pattern: string): string {
  const usual = [
    ...Object.values(byFormat),
    ...Object.values(byName).map(String),
    "1",
    "0",
    "123456",
    "de",
    "asset.updated",
    "a".repeat(32),
  ];
  return usual.find((text) => new RegExp(pattern, "u").test(text)) ?? "";
}
