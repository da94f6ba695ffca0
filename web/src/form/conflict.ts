import { type FormValues, sameValue, valueAt, withValue } from "./formValues.ts";

export type Choice = "remote" | "local";

/** A field that somebody else has changed since this form was opened. */
export interface ConflictRow {
  path: string;
  remote: unknown;
  local: unknown;
  /** The default choice: mine only if I have changed the field too. */
  proposed: Choice;
}

interface ThreeVersions<V> {
  /** The values that the form started from. */
  base: V;
  local: V;
  remote: V;
}

/** The fields in which theirs differs both from the form's starting values and from mine. */
export function conflictRows<V extends FormValues>(
  versions: ThreeVersions<V>,
  paths: readonly string[],
): ConflictRow[] {
  return paths.flatMap((path) => {
    const [base, local, remote] = [versions.base, versions.local, versions.remote].map((values) =>
      valueAt(values, path),
    );
    if (sameValue(remote, local) || sameValue(remote, base)) return [];
    return [{ path, remote, local, proposed: sameValue(local, base) ? "remote" : "local" } satisfies ConflictRow];
  });
}

/** Theirs with my changes on top; fields that both have changed are as chosen. */
export function merged<V extends FormValues>(
  versions: ThreeVersions<V>,
  paths: readonly string[],
  choices: Readonly<Record<string, Choice>>,
): V {
  return paths.reduce((values, path) => {
    const local = valueAt(versions.local, path);
    const isLocal =
      choices[path] === undefined ? !sameValue(local, valueAt(versions.base, path)) : choices[path] === "local";
    return isLocal ? withValue(values, path, local) : values;
  }, versions.remote);
}
