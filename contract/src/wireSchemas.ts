import { z } from "zod";
import { toSnakeKey } from "./wire.ts";

type Schema = { [key: string]: unknown };

/** Writes schemas as JSON Schema with the keys of the wire. */
export interface SchemaWriter {
  schemaOf(schema: z.ZodType, io: "input" | "output"): Schema;
  /** The named schemas met so far, for the document's components. */
  components: Record<string, unknown>;
}

export function schemaWriter(): SchemaWriter {
  const components: Record<string, unknown> = {};
  return {
    components,
    schemaOf: (schema, io) => {
      const { $defs, $schema: _dialect, ...own } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Schema;
      for (const [name, definition] of Object.entries(($defs ?? {}) as Schema))
        components[name] = onTheWire(definition);
      return onTheWire(own) as Schema;
    },
  };
}

/** Renames JSON Schema keys that name properties, and points references at the document's components. */
function onTheWire(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(onTheWire);
  if (node === null || typeof node !== "object") return node;
  const out: Schema = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === "properties")
      out[key] = Object.fromEntries(
        Object.entries(value as Schema).map(([name, schema]) => [toSnakeKey(name), onTheWire(schema)]),
      );
    else if (key === "required" && Array.isArray(value)) out[key] = value.map((name) => toSnakeKey(String(name)));
    else if (key === "$ref") out[key] = String(value).replace("#/$defs/", "#/components/schemas/");
    else if (key !== "id") out[key] = onTheWire(value);
  }
  return out;
}
