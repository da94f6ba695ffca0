import { PasswordInput, TextInput } from "@mantine/core";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import classes from "./signIn/SignIn.module.css";

export const fieldClasses = {
  root: classes["field"] ?? "",
  input: classes["input"] ?? "",
  description: classes["hint"] ?? "",
  error: classes["hint"] ?? "",
};
// The hint stays when there is an error: it often says how to correct it.
const order: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

/** A text field of an account's form. */
export function TextField(props: ComponentProps<typeof TextInput>) {
  return <TextInput classNames={fieldClasses} inputWrapperOrder={order} {...props} />;
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
