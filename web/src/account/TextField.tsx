import { PasswordInput, TextInput } from "@mantine/core";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import classes from "../session/signIn/SignIn.module.css";

export const fieldClasses = {
  root: classes["field"] ?? "",
  input: classes["input"] ?? "",
  description: classes["hint"] ?? "",
  error: classes["hint"] ?? "",
};
// A fault takes the hint's place below the field.
const order: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

/** A text field of an account's form. */
export function TextField({ description, ...props }: ComponentProps<typeof TextInput>) {
  const hint = props.error ? undefined : description;
  return <TextInput classNames={fieldClasses} inputWrapperOrder={order} description={hint} {...props} />;
}

/** A password field with the eye that shows it. */
export function PasswordField(props: ComponentProps<typeof PasswordInput>) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      classNames={{ ...fieldClasses, innerInput: classes["inner"] ?? "" }}
      visibilityToggleButtonProps={{ "aria-label": t("account.showPassword"), tabIndex: 0, mr: 6 }}
      {...props}
    />
  );
}
