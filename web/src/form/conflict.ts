import { type FormValues, sameValue, valueAt, withValue } from "./formValues.ts";

export type Choice = "theirs" | "mine";

/** A field that somebody else has changed since this form was opened. */
export interface ConflictRow {
  path: string;
  theirs: unknown;
  mine: unknown;
  /** The default choice: mine only if I have changed the field too. */
  proposed: Choice;
}

interface Three<V> {
  /** The values that the form started from. */
  base: V;
  mine: V;
  theirs: V;
}

/** The fields in which theirs differs both from the form's starting values and from mine. */
export function conflictRows<V extends FormValues>(three: Three<V>, paths: readonly string[]): ConflictRow[] {
  return paths.flatMap((path) => {
    const [base, mine, theirs] = [three.base, three.mine, three.theirs].map((values) => valueAt(values, path));
    if (sameValue(theirs, mine) || sameValue(theirs, base)) return [];
    return [{ path, theirs, mine, proposed: sameValue(mine, base) ? "theirs" : "mine" } satisfies ConflictRow];
  });
}

/** Theirs with my changes on top; fields that both have changed are as chosen. */
export function merged<V extends FormValues>(
  three: Three<V>,
  paths: readonly string[],
  choices: Readonly<Record<string, Choice>>,
): V {
  return paths.reduce((values, path) => {
    const mine = valueAt(three.mine, path);
    const isMine = choices[path] === undefined ? !sameValue(mine, valueAt(three.base, path)) : choices[path] === "mine";
    return isMine ? withValue(values, path, mine) : values;
  }, three.theirs);
}
