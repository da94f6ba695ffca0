import { changeForgotPassword, forgotPassword } from "@pulse/contract/accounts";
import { Email, SentCode } from "@pulse/contract/names";
import { useMutation } from "@tanstack/react-query";
import { Trans, useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useServices } from "../services/services.tsx";
import { useAccountRoute } from "./accountRoute.ts";
import { AccountPage } from "./AccountBox.tsx";
import { CodeField } from "./CodeField.tsx";
import { fieldError } from "./fieldError.ts";
import { NewPasswordFields, newPasswordRules } from "./NewPasswordFields.tsx";
import { SentCodeFoot } from "./SentCodeFoot.tsx";
import { TextField } from "./TextField.tsx";
import { useAccountForm } from "./useAccountForm.ts";

/** `/change-forgot-password`: a new password with the code from the mail. */
export default function ChangeForgotPasswordPage() {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const navigate = useNavigate();
  const route = useAccountRoute();
  const isKnown = route.email !== undefined;
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
  const again = useMutation({
    mutationFn: () => api.call(forgotPassword, { body: { email: form.values.email.trim().toLowerCase() } }),
  });

  return (
    <AccountPage
      title={t("account.resetPassword.title")}
      lead={
        isKnown ? (
          <Trans i18nKey="account.resetPassword.lead" values={{ email: route.email }} components={{ 1: <b /> }} />
        ) : (
          t("account.resetPassword.leadUnknown")
        )
      }
      submit={t("account.resetPassword.submit")}
      isBusy={form.isBusy}
      back={route.to("/signin")}
      onSubmit={form.submit}
      foot={
        <SentCodeFoot
          medium="EMAIL"
          destination={form.values.email.trim().toLowerCase()}
          sentAtMs={route.sentAtMs}
          onSend={async () => form.validateField("email") && again.mutateAsync()}
          onUse={(code) => {
            form.set("code", code);
          }}
        />
      }
    >
      {isKnown ? (
        // Password managers keep the new password under this name.
        <input type="hidden" name="email" autoComplete="username" value={route.email} readOnly />
      ) : (
        <TextField label={t("account.email")} type="email" autoComplete="username" autoFocus {...form.field("email")} />
      )}
      <CodeField form={form} name="code" autoFocus={isKnown} sendsWhenFull={false} />
      <NewPasswordFields form={form} label={t("account.newPassword")} />
    </AccountPage>
  );
}
