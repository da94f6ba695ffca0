import { resendConfirmationCode, verifyEmail } from "@pulse/contract/accounts";
import { Email, SentCode } from "@pulse/contract/names";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useServices } from "../services/services.tsx";
import { useAccountRoute } from "./accountRoute.ts";
import { fieldError } from "./fieldError.ts";
import { MailedCodePage } from "./MailedCodePage.tsx";
import { useAccountForm } from "./useAccountForm.ts";

/** `/verify-email`: the code from the mail confirms a new account. */
export default function VerifyEmailPage() {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const navigate = useNavigate();
  const route = useAccountRoute();
  const form = useAccountForm({
    values: { email: route.email ?? "", code: "" },
    validate: {
      email: (value) => fieldError(value.trim(), Email, "email_required"),
      code: (value) => fieldError(value, SentCode, "confirmation_code_required"),
    },
    about: {
      confirmation_code_mismatch: "code",
      confirmation_code_expired: "code",
      confirmation_code_required: "code",
    },
    send: async ({ email, code }) => {
      await api.call(verifyEmail, { body: { email: email.trim().toLowerCase(), code } });
      snackbars.success(t("account.verifyEmail.done"));
      await navigate(route.to("/signin"), { state: { email: email.trim().toLowerCase() } });
    },
  });
  return (
    <MailedCodePage
      form={form}
      texts="account.verifyEmail"
      sendsWhenFull
      onSend={(email) => api.call(resendConfirmationCode, { body: { email } })}
    />
  );
}
