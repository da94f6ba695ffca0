import { fromWire } from "@pulse/contract/wire";
import { z } from "zod";
import { inChunks } from "../time/inChunks.ts";

/** The content of an answer, checked against the contract. Long lists are checked in portions: ten thousand rows take a quarter of a second. */
export async function readContent<Content extends z.ZodType>(
  schema: Content,
  wire: unknown,
): Promise<z.output<Content>> {
  const isList = schema instanceof z.ZodArray && Array.isArray(wire);
  if (!isList) return schema.parse(fromWire(wire));
  const read: unknown[] = [];
  // One by one: a row may be a whole history.
  await inChunks(wire as unknown[], (some) => read.push(...(schema.parse(fromWire(some)) as unknown[])), 1);
  return read as z.output<Content>;
}
