import { PasswordInput, TextInput } from "@mantine/core";
import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import classes from "../session/signIn/SignIn.module.css";

const inputClasses = { root: classes["field"] ?? "", input: classes["input"] ?? "" };

/** A text field of an account's form. */
export function TextField(props: ComponentProps<typeof TextInput>) {
  return <TextInput classNames={inputClasses} {...props} />;
}

/** A password field with the eye that shows it. */
export function PasswordField(props: ComponentProps<typeof PasswordInput>) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      classNames={{ ...inputClasses, innerInput: classes["inner"] ?? "" }}
      visibilityToggleButtonProps={{ "aria-label": t("account.showPassword"), tabIndex: 0, mr: 6 }}
      {...props}
    />
  );
}
