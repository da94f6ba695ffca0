import { z } from "zod";
import { toSnakeKey, toWire } from "./wire.ts";

/** A value as JSON text of the wire; undefined: it does not fit the schema. */
type Write = (value: unknown) => string | undefined;

/**
 * Compiles a schema into a writer of the wire's JSON: keys in snake_case, nothing that the schema does not name. It walks
 * a value once and copies nothing, while parsing, renaming and stringifying would each build a tree. It compiles at the
 * first value: most of an API's answers are never asked for between two starts.
 * @param options.without keys, as our code spells them, that are left out at every depth
 * @throws {z.ZodError} from the writer, for a value that does not fit
 */
export function encoder(
  schema: z.ZodType,
  { without = new Set() }: { without?: ReadonlySet<string> } = {},
): (value: unknown) => string {
  let write: Write | null = null;
  return (value) => {
    write ??= writer(schema, without);
    // zod reports a value that does not fit, because it knows where it is.
    return write(value) ?? JSON.stringify(toWire(schema.parse(value), without));
  };
}

function writer(schema: z.ZodType, without: ReadonlySet<string>): Write {
  const inner = (part: unknown): Write => writer(part as z.ZodType, without);
  if (schema instanceof z.ZodObject) {
    if (schema.def.catchall !== undefined) return written(schema, without);
    return objectWriter(
      Object.entries(schema.def.shape)
        .filter(([key]) => !without.has(key))
        .map(([key, part]) => ({ key, write: inner(part), mayLack: mayBeLeftOut(part as z.ZodType) })),
    );
  }
  if (schema instanceof z.ZodArray)
    return hasChecks(schema) ? written(schema, without) : listWriter(inner(schema.def.element));
  if (schema instanceof z.ZodTuple && schema.def.rest === null) return tupleWriter(schema.def.items.map(inner));
  if (schema instanceof z.ZodNullable) {
    const write = inner(schema.def.innerType);
    return (value) => (value === null ? "null" : write(value));
  }
  // The object around an optional field leaves it out.
  if (schema instanceof z.ZodOptional) return inner(schema.def.innerType);
  if (schema instanceof z.ZodUnion) {
    const writers = schema.def.options.map(inner);
    return (value) => {
      for (const write of writers) {
        const text = write(value);
        if (text !== undefined) return text;
      }
      return undefined;
    };
  }
  return leafWriter(schema) ?? written(schema, without);
}

interface Field {
  key: string;
  write: Write;
  mayLack: boolean;
}

function objectWriter(fields: readonly Field[]): Write {
  const parts = fields.map((field) => ({ ...field, lead: `${JSON.stringify(toSnakeKey(field.key))}:` }));
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    let text = "{";
    for (const { key, write, mayLack, lead } of parts) {
      const item = (value as Record<string, unknown>)[key];
      if (item === undefined && mayLack) continue;
      const itsText = write(item);
      if (itsText === undefined) return undefined;
      text += text.length > 1 ? `,${lead}${itsText}` : lead + itsText;
    }
    return `${text}}`;
  };
}

function listWriter(write: Write): Write {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    let text = "[";
    for (const item of value) {
      const itsText = write(item);
      if (itsText === undefined) return undefined;
      text += text.length > 1 ? `,${itsText}` : itsText;
    }
    return `${text}]`;
  };
}

function tupleWriter(writers: readonly Write[]): Write {
  return (value) => {
    if (!Array.isArray(value) || value.length !== writers.length) return undefined;
    const texts = writers.map((write, index) => write(value[index]));
    return texts.includes(undefined) ? undefined : `[${texts.join()}]`;
  };
}

/** Texts, numbers and the like whose checks are known here; null: zod must check them. */
function leafWriter(schema: z.ZodType): Write | null {
  if (schema instanceof z.ZodBoolean) return (value) => (typeof value === "boolean" ? String(value) : undefined);
  if (schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral) {
    const texts = new Map(
      [...(schema._zod.values ?? [])].map((value): [unknown, string] => [value, JSON.stringify(value)]),
    );
    return (value) => texts.get(value);
  }
  if (schema instanceof z.ZodNumber) return hasChecks(schema) ? wholeNumberWriter(schema) : writeNumber;
  if (schema instanceof z.ZodString && !hasChecks(schema)) return writeText;
  // A text in a fixed format, without characters that JSON would escape.
  if (schema instanceof z.ZodUUID || schema instanceof z.ZodISODateTime) {
    const { pattern } = schema.def;
    if (pattern === undefined || hasChecks(schema)) return null;
    return (value) => (typeof value === "string" && pattern.test(value) ? `"${value}"` : undefined);
  }
  return null;
}

const writeText: Write = (value) => (typeof value === "string" ? JSON.stringify(value) : undefined);
const writeNumber: Write = (value) => (Number.isFinite(value) ? String(value) : undefined);

/** For whole numbers without bounds. */
function wholeNumberWriter(schema: z.ZodNumber): Write | null {
  const checks = schema.def.checks ?? [];
  const isWhole = checks.length === 1 && (checks[0]!._zod.def as { format?: string }).format === "safeint";
  return isWhole ? (value) => (Number.isSafeInteger(value) ? String(value) : undefined) : null;
}

/** Uses zod and the general renaming: for rare schemas, and data of any shape. */
function written(schema: z.ZodType, without: ReadonlySet<string>): Write {
  return (value) => {
    const result = schema.safeParse(value);
    return result.success ? JSON.stringify(toWire(result.data, without)) : undefined;
  };
}

function hasChecks(schema: z.ZodType): boolean {
  return (schema.def.checks ?? []).length > 0;
}

function mayBeLeftOut(schema: z.ZodType): boolean {
  return (
    schema instanceof z.ZodOptional ||
    (schema instanceof z.ZodNullable && mayBeLeftOut(schema.def.innerType as z.ZodType))
  );
}
