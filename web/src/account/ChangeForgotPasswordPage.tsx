import { changeForgotPassword, forgotPassword } from "@pulse/contract/accounts";
import { Email, SentCode } from "@pulse/contract/names";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useServices } from "../services/services.tsx";
import { useAccountRoute } from "./accountRoute.ts";
import { fieldError } from "./fieldError.ts";
import { MailedCodePage } from "./MailedCodePage.tsx";
import { NewPasswordFields, newPasswordRules } from "./NewPasswordFields.tsx";
import { useAccountForm } from "./useAccountForm.ts";

/** `/change-forgot-password`: a new password with the code from the mail. */
export default function ChangeForgotPasswordPage() {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const navigate = useNavigate();
  const route = useAccountRoute();
  const form = useAccountForm({
    values: { email: route.email ?? "", code: "", password: "", repeat: "" },
    validate: {
      email: (value) => fieldError(value.trim(), Email, "email_required"),
      code: (value) => fieldError(value, SentCode, "confirmation_code_required"),
      ...newPasswordRules,
    },
    about: {
      reset_code_mismatch: "code",
      reset_code_expired: "code",
      password_requirement_not_met: "password",
      invalid_password: "password",
    },
    send: async ({ email: typed, code, password }) => {
      const email = typed.trim().toLowerCase();
      await api.call(changeForgotPassword, { body: { email, code, password } });
      snackbars.success(t("account.resetPassword.done"));
      await navigate(route.to("/signin"), { state: { email } });
    },
  });
  return (
    <MailedCodePage
      form={form}
      texts="account.resetPassword"
      sendsWhenFull={false}
      onSend={(email) => api.call(forgotPassword, { body: { email } })}
    >
      {route.email === undefined ? null : (
        // Password managers keep the new password under this name.
        <input type="hidden" name="email" autoComplete="username" value={route.email} readOnly />
      )}
      <NewPasswordFields form={form} label={t("account.newPassword")} />
    </MailedCodePage>
  );
}
