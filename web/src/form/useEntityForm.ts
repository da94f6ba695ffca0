import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import type { z } from "zod";
import { ApiError } from "../api/apiError.ts";
import { errorText } from "../api/errorText.ts";
import { type Choice, type ConflictRow, conflictRows, merged } from "./conflict.ts";
import { type FieldError, type FieldMeta, placeErrors, refusedFieldErrors, ruleErrors } from "./fieldErrors.ts";
import { focusFirst } from "./focusFirst.ts";
import { changeCount, changedPaths, type FormValues, sameValue, valueAt, withTypedSince } from "./formValues.ts";
import { isBelow, useFields } from "./useFields.ts";

export interface EntityFormOptions<V, E, S extends z.ZodType> {
  /** The stored thing; null for a new one. */
  entity: E | null;
  /** The fields' values for it; for null, those of a new thing. */
  toValues(entity: E | null): V;
  /** The contract's rule for the body. */
  rule: S;
  /** Makes the request's body from the values; by default the values as they are. */
  toBody?(values: V): unknown;
  /** Sends the body. `version` is the one that this form started from. */
  save(body: z.output<S>, version: number | undefined): Promise<E>;
  /** Reloads the thing after somebody else has changed it. */
  reload?(): Promise<E>;
  /** Its lists have items that get their ids by being saved: the fields take no input meanwhile, as those of a new thing. */
  isLockedWhileSaving?: boolean;
  /** Called once everything is saved. */
  onSaved?(entity: E): void;
}

/** The stored state that a form started from. */
interface Base<V> {
  values: V;
  version: number | undefined;
}

interface Attempt<V> {
  local: V;
  base: Base<V>;
  /** The values in the form when it was submitted. */
  displayed: V;
  /** Other people's changes that do not touch mine are merged without asking, but only once. */
  isAgain: boolean;
}

/** The form's state for its parts: fields by path, the save bar, the guard, the conflict dialog. */
export interface FormState {
  element: React.RefObject<HTMLFormElement | null>;
  /** The metadata of the fields, by path. */
  fields: React.RefObject<Map<string, FieldMeta>>;
  /** Whether anything is unsaved right now. */
  unsaved: React.RefObject<boolean>;
  isNew: boolean;
  isSaving: boolean;
  /** Whether the fields take no input at present: there is no place yet to save it. */
  isLocked: boolean;
  /** The paths of the fields that are changed. */
  changed: readonly string[];
  /** How many changes these are, as a person counts them. */
  changeCount: number;
  /** Why it was not saved, if that concerns no single field. */
  failure: string | null;
  conflict: {
    rows: readonly ConflictRow[];
    close(): void;
    resolve(choices: Readonly<Record<string, Choice>>): void;
  } | null;
  value(path: string): unknown;
  error(path: string): string | null;
  set(path: string, value: unknown): void;
  /** The field loses focus: shows its fault, if anything was typed. */
  leave(path: string): void;
  discard(): void;
  submit(event?: FormEvent<HTMLFormElement>): void;
}

/**
 * The form of a stored thing. Faults by the contract's rule appear when a field is left, submit focuses the first one, the
 * server's refusals appear at their fields, and values that somebody else saved meanwhile are shown beside one's own.
 */
export function useEntityForm<V extends FormValues, E, S extends z.ZodType>(
  options: EntityFormOptions<V, E, S>,
): FormState & { values: V } {
  const { entity, toValues, rule, toBody = (all: V): unknown => all } = options;
  const baseOf = (stored: E | null): Base<V> => ({ values: toValues(stored), version: versionOf(stored) });
  const [base, setBase] = useState(() => baseOf(entity));
  const [conflict, setConflict] = useState<{ rows: ConflictRow[]; remote: Base<V> } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const fields = useRef(new Map<string, FieldMeta>());
  const element = useRef<HTMLFormElement>(null);
  const unsaved = useRef(false);
  const rejected = useRef<Record<string, string>>({});
  const form = useFields<V>({
    base: base.values,
    faultsOf: (all) => placeErrors(ruleErrors(rule, toBody(all)), fields.current).at,
  });
  const { values } = form;
  const changed = changedPaths(base.values, values);
  const isDirty = changed.length > 0;
  useEffect(() => {
    unsaved.current = isDirty;
  }, [isDirty]);

  const start = (from: Base<V>, displayed: V = from.values): void => {
    setBase(from);
    form.start(displayed);
    unsaved.current = !sameValue(displayed, from.values);
  };
  // While nothing is typed here, changes saved by others are simply shown.
  const follow = useEffectEvent((version: number | undefined): void => {
    if (!unsaved.current && isNewer(version, base.version)) start(baseOf(entity));
  });
  const newest = versionOf(entity);
  useEffect(() => follow(newest), [newest]);

  const reject = (error: unknown): void => {
    const errors: FieldError[] = error instanceof ApiError ? refusedFieldErrors(error.details) : [];
    const { at, remaining } = placeErrors(errors, fields.current);
    const isPlaced = Object.keys(at).length > 0;
    form.reject(at);
    setFailure(isPlaced ? (remaining[0] ?? null) : errorText(error));
    rejected.current = at;
  };
  const saving = useMutation({
    mutationFn: async ({ local, base: from }: Attempt<V>): Promise<{ saved: E } | { remote: E }> => {
      const body = rule.parse(toBody(local));
      try {
        return { saved: await options.save(body, from.version) };
      } catch (error) {
        if (options.reload === undefined || !(error instanceof ApiError && error.code === "conflict")) throw error;
        return { remote: await options.reload() };
      }
    },
    onSuccess: (result, { local, base: from, displayed, isAgain }) => {
      if ("saved" in result) {
        const now = baseOf(result.saved);
        start(now, withTypedSince(now.values, displayed, form.current()));
        options.onSaved?.(result.saved);
        return;
      }
      const remote = baseOf(result.remote);
      const versions = { base: from.values, local, remote: remote.values };
      const paths = outermost(fields.current);
      const rows = conflictRows(versions, paths);
      if (rows.length > 0 || isAgain) return setConflict({ rows, remote });
      send(remote, merged(versions, paths, {}), displayed, true);
    },
    onError: reject,
  });
  function send(from: Base<V>, local: V, displayed = local, isAgain = false): void {
    setFailure(null);
    saving.mutate({ local, base: from, displayed, isAgain });
  }
  const isLocked = saving.isPending && (entity === null || options.isLockedWhileSaving === true);
  // Locked fields cannot be focused, so the first refused one is once they take input again.
  useEffect(() => {
    if (saving.isPending) return;
    focusFirst(element.current, rejected.current);
    rejected.current = {};
  }, [saving.isPending]);

  return {
    values,
    element,
    fields,
    unsaved,
    isNew: entity === null,
    isSaving: saving.isPending,
    isLocked,
    changed,
    changeCount: changeCount(base.values, values),
    failure,
    conflict: conflict && {
      rows: conflict.rows,
      close: () => setConflict(null),
      resolve: (choices) => {
        setConflict(null);
        const versions = { base: base.values, local: values, remote: conflict.remote.values };
        const both = merged(versions, outermost(fields.current), choices);
        start(conflict.remote, both);
        if (!sameValue(both, conflict.remote.values)) send(conflict.remote, both);
      },
    },
    value: (path) => valueAt(values, path),
    error: form.error,
    set: (path, value) => {
      if (!isLocked) form.set(path, value);
    },
    leave: form.leave,
    discard: () => {
      setFailure(null);
      start(isNewer(newest, base.version) ? baseOf(entity) : base);
    },
    submit: (event) =>
      form.submit(
        event,
        (all) => {
          if (!saving.isPending) send(base, all);
        },
        (errors) => focusFirst(element.current, errors),
      ),
  };
}

/** The paths of the fields, without fields inside other fields. */
function outermost(fields: ReadonlyMap<string, FieldMeta>): string[] {
  const paths = [...fields.keys()];
  return paths.filter((path) => !paths.some((other) => isBelow(path, other)));
}

function versionOf(entity: unknown): number | undefined {
  if (typeof entity !== "object" || entity === null || !("version" in entity)) return undefined;
  return typeof entity.version === "number" ? entity.version : undefined;
}

function isNewer(version: number | undefined, than: number | undefined): boolean {
  return (version ?? 0) > (than ?? 0);
}
