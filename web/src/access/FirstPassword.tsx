import { PasswordInput } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { PasswordRules } from "../account/PasswordRules.tsx";
import { useField, useFormContext } from "../form/FormContext.ts";
import { FormField } from "../form/FormField.tsx";
import { inputProps } from "../form/TextFields.tsx";
import classes from "./Note.module.css";

/** The temporary password, unless the server is to generate it; shows the rules once something is typed. */
export function FirstPassword() {
  const { t } = useTranslation();
  const rulesId = useId();
  const label = t("access.users.password");
  const field = useField("password", { label, show: (value) => "•".repeat(String(value).length) });
  const typed = field.value as string;
  const { form } = useFormContext();
  const personal = ["email", "givenName", "familyName"].map((path) => {
    const value = form.value(path);
    return typeof value === "string" ? value : "";
  });
  return (
    <FormField path="password" label={label} field={field}>
      <PasswordInput
        {...inputProps({ path: "password", label, hint: t("access.users.passwordHint") }, field.error)}
        autoComplete="new-password"
        aria-describedby={typed === "" ? undefined : rulesId}
        visibilityToggleButtonProps={{ "aria-label": t("account.showPassword"), tabIndex: 0 }}
        value={typed}
        onChange={({ currentTarget }) => field.set(currentTarget.value)}
        onBlur={field.leave}
      />
      {typed === "" ? null : (
        <div className={classes["rules"]}>
          <PasswordRules id={rulesId} password={typed} personal={personal} />
        </div>
      )}
    </FormField>
  );
}
