import { NewPassword } from "@pulse/contract/names";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { texts } from "../text/translate.ts";
import { fieldError } from "./fieldError.ts";
import { PasswordRules } from "./PasswordRules.tsx";
import { PasswordField } from "./TextField.tsx";
import type { AccountForm } from "./useAccountForm.ts";
import { judgedFault } from "./usePasswordJudge.ts";

export interface NewPasswordValues extends Record<string, string> {
  password: string;
  repeat: string;
}

/** The words of a person's own in a form, which no password may be. */
function personalWords({ email = "", givenName = "", familyName = "" }: Record<string, string>): string[] {
  return [email.trim().toLowerCase(), givenName, familyName].filter((word) => word !== "");
}

/** What is wrong with a new password and its repetition. */
export const newPasswordRules = {
  password: (value: string, all: Record<string, string> = {}): string | null =>
    fieldError(value, NewPassword, "password_required") ?? judgedFault(value, personalWords(all)),
  repeat: (value: string, { password }: NewPasswordValues): string | null =>
    value === password ? null : texts.t("account.mismatch"),
};

/** A new password, its rules as a list that is ticked while it is typed, and the password again. */
export function NewPasswordFields<V extends NewPasswordValues>({
  form,
  label,
}: {
  form: AccountForm<V>;
  label: string;
}) {
  const { t } = useTranslation();
  const rulesId = useId();
  return (
    <>
      <PasswordField label={label} autoComplete="new-password" {...form.field("password")} aria-describedby={rulesId} />
      <PasswordRules id={rulesId} password={form.values.password} personal={personalWords(form.values)} />
      <PasswordField label={t("account.repeatPassword")} autoComplete="new-password" {...form.field("repeat")} />
    </>
  );
}
