import { useTranslation } from "react-i18next";
import { AccountBox } from "./AccountBox.tsx";
import { FormFailure } from "./FormFailure.tsx";
import { NewPasswordFields, newPasswordRules } from "./NewPasswordFields.tsx";
import { useAccountForm } from "./useAccountForm.ts";

interface Props {
  /** Who signs in. */
  email?: string;
  failure: string | null;
  onSubmit(password: string): Promise<void>;
}

/** Replaces a temporary password with the person's own before the sign-in continues. */
export function NewPasswordStep({ email = "", failure, onSubmit }: Props) {
  const { t } = useTranslation();
  const form = useAccountForm({
    values: { email, password: "", repeat: "" },
    validate: {
      email: () => null,
      ...newPasswordRules,
      password: (value, all) =>
        value === "" ? t("account.ownPassword.required") : newPasswordRules.password(value, all),
    },
    send: ({ password }) => onSubmit(password),
  });
  return (
    <AccountBox
      title={t("account.ownPassword.title")}
      lead={t("account.ownPassword.lead")}
      submit={t("account.ownPassword.submit")}
      isBusy={form.isBusy}
      onSubmit={form.submit}
    >
      <NewPasswordFields form={form} label={t("account.newPassword")} />
      <FormFailure text={failure} />
    </AccountBox>
  );
}
