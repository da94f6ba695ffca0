import { PasswordInput, Textarea, TextInput } from "@mantine/core";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { FormField } from "./FormField.tsx";
import { useField } from "./FormContext.ts";
import { inputClasses } from "./inputClasses.ts";

export interface FieldProps {
  path: string;
  label: string;
  hint?: string;
  required?: boolean;
  isWide?: boolean;
}

// The hint stays when there is an error: it often says how to correct it.
const order: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

/** The props that every input gets from its field. */
export function inputProps({ label, hint, required = false }: FieldProps, error: string | null) {
  return {
    label,
    required,
    classNames: inputClasses,
    inputWrapperOrder: order,
    error,
    ...(hint === undefined ? {} : { description: hint }),
  };
}

type TextProps = FieldProps &
  Pick<ComponentProps<typeof TextInput>, "type" | "autoComplete" | "inputMode" | "maxLength" | "placeholder"> & {
    /** Codes and addresses: in the mono face. */
    isMono?: boolean;
    /** Transforms the typed text, to capitals for example. */
    shape?(typed: string): string;
  };

/** One line of text. */
export function FormText({ path, isMono, shape, isWide, hint, label, required, ...input }: TextProps) {
  const field = useField(path, { label });
  const inputOptions = {
    path,
    label,
    ...(hint === undefined ? {} : { hint }),
    ...(required === undefined ? {} : { required }),
  };
  return (
    <FormField path={path} label={label} field={field} {...(isWide === undefined ? {} : { isWide })}>
      <TextInput
        {...inputProps(inputOptions, field.error)}
        {...input}
        data-mono={isMono || undefined}
        value={field.value as string}
        onChange={({ currentTarget }) => field.set(shape?.(currentTarget.value) ?? currentTarget.value)}
        onBlur={field.leave}
      />
    </FormField>
  );
}

type PasswordProps = FieldProps & { autoComplete: string; describedBy?: string };

/** A password, with the eye that shows it. */
export function FormPassword(props: PasswordProps) {
  const { t } = useTranslation();
  const { path, label, autoComplete, describedBy, isWide = false } = props;
  const field = useField(path, { label, show: () => "" });
  return (
    <FormField path={path} label={label} field={field} isWide={isWide}>
      <PasswordInput
        {...inputProps(props, field.error)}
        autoComplete={autoComplete}
        visibilityToggleButtonProps={{ "aria-label": t("account.showPassword"), tabIndex: 0 }}
        value={field.value as string}
        onChange={({ currentTarget }) => field.set(currentTarget.value)}
        onBlur={field.leave}
        {...(describedBy === undefined ? {} : { "aria-describedby": describedBy })}
      />
    </FormField>
  );
}

/** Several lines of text. */
export function FormLines(props: FieldProps & { rows?: number }) {
  const { path, label, rows = 2 } = props;
  const field = useField(path, { label });
  return (
    <FormField path={path} label={label} field={field} isWide={props.isWide ?? true}>
      <Textarea
        {...inputProps(props, field.error)}
        autosize
        minRows={rows}
        maxRows={8}
        value={field.value as string}
        onChange={({ currentTarget }) => field.set(currentTarget.value)}
        onBlur={field.leave}
      />
    </FormField>
  );
}
