import { forgotPassword } from "@pulse/contract/accounts";
import { Email } from "@pulse/contract/names";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useServices } from "../services/services.tsx";
import { useAccountRoute } from "./accountRoute.ts";
import { AccountPage } from "./AccountBox.tsx";
import { fieldError } from "./fieldError.ts";
import { TextField } from "./TextField.tsx";
import { useAccountForm } from "./useAccountForm.ts";

/** `/forgot-password`: asks for a code by mail. The answer does not tell whether there is such an account. */
export default function ForgotPasswordPage() {
  const { t } = useTranslation();
  const { api } = useServices();
  const navigate = useNavigate();
  const route = useAccountRoute();
  const form = useAccountForm({
    values: { email: route.email ?? "" },
    validate: { email: (value) => fieldError(value.trim(), Email, "email_required") },
    send: async (values) => {
      const email = values.email.trim().toLowerCase();
      const sentAtMs = Date.now();
      await api.call(forgotPassword, { body: { email } });
      await navigate(route.to("/change-forgot-password"), { state: { email, sentAtMs } });
    },
  });

  return (
    <AccountPage
      title={t("account.forgotPassword.title")}
      lead={t("account.forgotPassword.lead")}
      submit={t("account.forgotPassword.submit")}
      isBusy={form.isBusy}
      back={route.to("/signin")}
      onSubmit={form.submit}
    >
      <TextField label={t("account.email")} type="email" autoComplete="username" autoFocus {...form.field("email")} />
    </AccountPage>
  );
}
