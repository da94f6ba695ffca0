import { z } from "zod";
import { limits } from "./limits.ts";

/**
 * A list that a caller sends. Its check stops after so many faults as a refusal lists; then its last issue counts the
 * items that were not checked. A list longer than its maximum is refused before any item is checked.
 */
export function list<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
  return new CheckedInSlices({ type: "array", element: item }) as unknown as z.ZodArray<Item>;
}

/** How many items a list may have; undefined: no matter how many. */
export function maxItems(schema: z.ZodArray): number | undefined {
  const rules = (schema._zod.def.checks ?? []).map(({ _zod }) => _zod.def as Partial<z.core.$ZodCheckMaxLengthDef>);
  return rules.find(({ check }) => check === "max_length")?.maximum;
}

/** The number of unchecked items that an issue stands for; 0: it is about a value. */
export function uncheckedItems(issue: z.core.$ZodIssue): number {
  return issue.code === "custom" ? Number(issue.params?.["unchecked"] ?? 0) : 0;
}

// A slice costs about as much as its faults, and no list that a person fills in has more than a few slices.
const sliceItems = limits.detailsMax;

// zod's own list checks every item, however many have failed; this is zod's list, given some items at a time.
const CheckedInSlices = z.core.$constructor<z.ZodArray>("CheckedInSlices", (inst, def) => {
  z.ZodArray.init(inst, def);
  const check = inst._zod.parse;
  inst._zod.parse = (payload, context) => {
    const items = payload.value as unknown;
    if (!Array.isArray(items) || items.length <= sliceItems || items.length > (maxItems(inst) ?? Infinity))
      return check(payload, context);
    const read: unknown[] = [];
    for (let start = 0; start < items.length; start += sliceItems) {
      const end = Math.min(start + sliceItems, items.length);
      const part = check({ value: items.slice(start, end), issues: [] }, context);
      if (part instanceof Promise) throw new Error("a list that a caller sends is checked at once");
      for (const { path = [], ...issue } of part.issues) {
        const [index, ...inner] = path;
        payload.issues.push({ ...issue, path: [Number(index) + start, ...inner] });
      }
      if (payload.issues.length >= limits.detailsMax && end < items.length) {
        payload.issues.push(unchecked(items.length - end, items, inst));
        break;
      }
      for (const item of part.value as unknown[]) read.push(item);
    }
    payload.value = read;
    return payload;
  };
});

function unchecked(count: number, input: unknown, inst: z.core.$ZodType): z.core.$ZodRawIssue {
  return {
    code: "custom",
    input,
    inst,
    path: [],
    message: `${count} more were not checked`,
    params: { unchecked: count },
  };
}
