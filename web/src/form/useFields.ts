import { useForm } from "@mantine/form";
import { type FormEvent, useRef } from "react";
import { type FormValues, sameValue, valueAt } from "./formValues.ts";

/** Texts of faults by the path of their field. */
export type Faults = Readonly<Record<string, string>>;

interface Options<V> {
  /** The values at first, and those that count as unedited. */
  base: V;
  /** What is wrong with values. */
  faultsOf(values: V): Faults;
}

/**
 * The values of a form and the faults beside its fields: what every form of the app is built on. A fault appears when its
 * field is left or the form is sent, and is checked again while somebody types, in the fields that depend on it too. What
 * was refused stays until its field is edited.
 */
export function useFields<V extends FormValues>({ base, faultsOf }: Options<V>) {
  /** What the server has refused; only the server knows whether it would again. */
  const rejectedValues = useRef<V | null>(null);
  const form = useForm<Record<string, unknown>>({
    initialValues: base,
    // `set` below decides that.
    clearInputErrorOnChange: false,
    validate: (all) => faultsOf(all as V),
  });
  const current = (): V => form.getValues() as V;
  return {
    values: form.values as V,
    current,
    error: (path: string): string | null => (form.errors[path] as string | undefined) ?? null,
    set: (path: string, value: unknown): void => {
      const displayed = Object.keys(form.errors);
      const found = displayed.length === 0 ? {} : faultsOf(current());
      form.setFieldValue(path, value);
      for (const at of displayed)
        // The items of a list may have moved, so their errors are no longer in the right place.
        if (Array.isArray(value) && isBelow(at, path)) form.clearFieldError(at);
        // A fault on display is checked again while typing; a refusal only when its own field is edited.
        else if (at === path || at in found) form.validateField(at);
    },
    /** The field loses focus: shows its fault, if anything was typed. */
    leave: (path: string): void => {
      const value = valueAt(current(), path);
      const isRefused = form.errors[path] !== undefined && sameValue(value, valueAt(rejectedValues.current, path));
      // Passing through a field is not a fault yet, and does not undo one.
      if (!isRefused && !sameValue(value, valueAt(base, path))) form.validateField(path);
    },
    /** Shows a field's fault if it has one; false: it has. */
    check: (path: string): boolean => {
      // All rules here are synchronous.
      const { hasError } = form.validateField(path) as { hasError: boolean };
      return !hasError;
    },
    clearError: form.clearFieldError,
    /** Other values, without faults. */
    start: (values: V): void => {
      form.setValues(values);
      form.clearErrors();
    },
    /** Shows why these values were refused. */
    reject: (faults: Faults): void => {
      form.setErrors(faults);
      rejectedValues.current = current();
    },
    submit: (
      event: FormEvent<HTMLFormElement> | undefined,
      send: (values: V) => void,
      focus: (faults: Readonly<Record<string, unknown>>) => void,
    ): void => {
      // For React a form in a dialog is inside the page's form.
      event?.stopPropagation();
      form.onSubmit((all) => send(all as V), focus)(event);
    },
  };
}

/** Whether a path is inside another one: `buildings.0.name` is in `buildings`. */
export const isBelow = (path: string, other: string): boolean => path.startsWith(`${other}.`);
