import { z } from "zod";
import { maxItems } from "./list.ts";
import { fromWire, toSnakeKey } from "./wire.ts";

type Read = (given: unknown) => unknown;

/**
 * Compiles a schema into a reader of values from the wire: it takes only the keys that the schema names, as our code
 * spells them, ready for the schema to check. It never looks at other keys, however many there are.
 */
export function decoder(schema: z.ZodType): Read {
  const inner = (part: unknown): Read => decoder(part as z.ZodType);
  if (schema instanceof z.ZodObject && schema.def.catchall === undefined)
    return objectReader(Object.entries(schema.def.shape).map(([key, part]) => [key, inner(part)]));
  if (schema instanceof z.ZodArray) {
    const read = inner(schema.def.element);
    // A longer list is refused for its length, so nothing reads its items.
    const most = maxItems(schema) ?? Infinity;
    return read === asItIs
      ? asItIs
      : (given) => (Array.isArray(given) && given.length <= most ? given.map(read) : given);
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return inner(schema.def.innerType);
  if (schema instanceof z.ZodPipe) return inner(schema.def.in);
  return isLeaf(schema) ? asItIs : fromWire;
}

const asItIs: Read = (given) => given;

function objectReader(fields: readonly (readonly [key: string, read: Read])[]): Read {
  const parts = fields.map(([key, read]) => ({ key, wireKey: toSnakeKey(key), read }));
  return (given) => {
    if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
    const found: Record<string, unknown> = {};
    for (const { key, wireKey, read } of parts) {
      const item = (given as Record<string, unknown>)[wireKey];
      if (item !== undefined) found[key] = read(item);
    }
    return found;
  };
}

/** A schema without keys. Any other schema that is not known here has all its keys renamed. */
function isLeaf(schema: z.ZodType): boolean {
  return (
    schema instanceof z.ZodString ||
    schema instanceof z.ZodStringFormat ||
    schema instanceof z.ZodNumber ||
    schema instanceof z.ZodBoolean ||
    schema instanceof z.ZodEnum ||
    schema instanceof z.ZodLiteral
  );
}
