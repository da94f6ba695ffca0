import { useMutation } from "@tanstack/react-query";
import { type ChangeEvent, type FocusEvent, type FormEvent, useState } from "react";
import { isPressing } from "../form/isPressing.ts";
import { useFields } from "../form/useFields.ts";

type Values = Record<string, string>;

interface AccountFormOptions<V extends Values> {
  /** In the order of the fields on the screen: the first invalid one is focused. */
  values: V;
  /** A field's error; null if there is none. */
  validate: { [K in keyof V]: (value: string, all: V) => string | null };
  /** The field that a refusal's code, or a path of its details, concerns; others appear only in the snackbar. */
  about?: Readonly<Record<string, keyof V & string>>;
  send(values: V): Promise<unknown>;
}

/**
 * A form of an account screen: fields of text, each with its own rule. The server's refusals appear at the fields that they
 * concern.
 */
export function useAccountForm<V extends Values>({ values, validate, about = {}, send }: AccountFormOptions<V>) {
  const [base] = useState(values);
  const names = Object.keys(base) as (keyof V & string)[];
  const form = useFields<V>({
    base,
    faultsOf: (all) =>
      Object.fromEntries(
        names.flatMap((name) => {
          const fault = validate[name](all[name]!, all);
          return fault === null ? [] : [[name, fault]];
        }),
      ),
  });
  const focusFirstOf = (faults: Readonly<Record<string, unknown>>): void => {
    const name = names.find((each) => faults[each] !== undefined);
    document.querySelector<HTMLElement>(`[data-path="${name}"]`)?.focus();
  };
  const sending = useMutation({
    mutationFn: (all: V) => send(all),
    onError: async (error) => {
      // Loaded only when something is refused: the first page has this form.
      const messages = (await import("./refusedFields.ts")).refusedFields(error, base, about);
      // A refused code is cleared: editing it digit by digit would submit a wrong code each time.
      if (messages["code"]) form.set("code", "");
      form.reject(messages);
      focusFirstOf(messages);
    },
  });
  return {
    values: form.values,
    isBusy: sending.isPending,
    error: sending.error,
    /** The props of a Mantine input. */
    field: (name: keyof V & string) => ({
      name,
      "data-path": name,
      value: form.values[name],
      error: form.error(name),
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => form.set(name, currentTarget.value),
      onBlur: (event: FocusEvent): void => {
        if (!isPressing(event)) form.leave(name);
      },
    }),
    fieldError: (name: keyof V & string): string | null => form.error(name),
    set: (name: keyof V & string, value: string): void => {
      form.set(name, value);
      // A code is not wrong while its digits are being typed.
      if (name === "code") form.clearError(name);
    },
    /** Whether a field is valid; if not, shows the error and focuses the field. */
    validateField: (name: keyof V & string): boolean => {
      const isValid = form.check(name);
      if (!isValid) focusFirstOf({ [name]: true });
      return isValid;
    },
    submit: (event?: FormEvent<HTMLFormElement>): void =>
      form.submit(
        event,
        (all) => {
          if (!sending.isPending) sending.mutate(all);
        },
        focusFirstOf,
      ),
  };
}

export type AccountForm<V extends Values> = ReturnType<typeof useAccountForm<V>>;
