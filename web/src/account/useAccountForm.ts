import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import type { ChangeEvent, FocusEvent, FormEvent } from "react";
import { isPressing } from "../form/isPressing.ts";

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
 * A form of an account screen. An error appears when its field is left, and is checked again while typing; submit focuses
 * the first one. The server's refusals appear at the fields that they concern.
 */
export function useAccountForm<V extends Values>({ values, validate, about = {}, send }: AccountFormOptions<V>) {
  const rules = validate as unknown as Record<string, (value: string, all: Values) => string | null>;
  const form = useForm<Values>({
    initialValues: values,
    validate: rules,
    // `change` below decides that.
    clearInputErrorOnChange: false,
  });
  /** Sets a value and checks the errors on display again, including those of dependent fields. */
  const change = (name: string, value: string): void => {
    const before = form.getValues();
    // A refusal by the server stays until the field itself is edited.
    const followed = Object.keys(form.errors).filter(
      (field) => field === name || (rules[field]?.(before[field] ?? "", before) ?? null) !== null,
    );
    form.setFieldValue(name, value);
    for (const field of followed) form.validateField(field);
  };
  const focusOn = (field: string | undefined): void => {
    if (field !== undefined) form.getInputNode(field)?.focus();
  };
  const sending = useMutation({
    mutationFn: (all: V) => send(all),
    onError: async (error) => {
      // Loaded only when something is refused: the first page has this form.
      const messages = (await import("./refusedFields.ts")).refusedFields(error, values, about);
      // A refused code is cleared: editing it digit by digit would submit a wrong code each time.
      if (messages["code"]) form.setFieldValue("code", "");
      for (const [name, reason] of Object.entries(messages)) form.setFieldError(name, reason);
      focusOn(Object.keys(messages)[0]);
    },
  });
  return {
    values: form.values as V,
    isBusy: sending.isPending,
    error: sending.error,
    /** The props of a Mantine input. */
    field: (name: keyof V & string) => ({
      name,
      ...form.getInputProps(name),
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => change(name, currentTarget.value),
      onBlur: (event: FocusEvent): void => {
        // Passing through an empty field is not an error yet.
        if (form.isDirty(name) && !isPressing(event)) form.validateField(name);
      },
    }),
    fieldError: (name: keyof V & string): string | null => (form.errors[name] as string | undefined) ?? null,
    set: (name: keyof V & string, value: string): void => {
      change(name, value);
      // A code is not wrong while its digits are being typed.
      if (name === "code") form.clearFieldError(name);
    },
    /** Whether a field is valid; if not, shows the error and focuses the field. */
    validateField: (name: keyof V & string): boolean => {
      // All validators here are synchronous.
      const { hasError } = form.validateField(name) as { hasError: boolean };
      if (hasError) focusOn(name);
      return !hasError;
    },
    submit: (event?: FormEvent<HTMLFormElement>): void => {
      form.onSubmit(
        (all) => {
          if (!sending.isPending) sending.mutate(all as V);
        },
        (errors) => focusOn(Object.keys(values).find((name) => errors[name] !== undefined)),
      )(event);
    },
  };
}

export type AccountForm<V extends Values> = ReturnType<typeof useAccountForm<V>>;
