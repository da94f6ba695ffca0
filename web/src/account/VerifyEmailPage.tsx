import { resendConfirmationCode, verifyEmail } from "@pulse/contract/accounts";
import { Email, SentCode } from "@pulse/contract/names";
import { useMutation } from "@tanstack/react-query";
import { Trans, useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useServices } from "../services/services.tsx";
import { useAccountRoute } from "./accountRoute.ts";
import { AccountPage } from "./AccountBox.tsx";
import { CodeField } from "./CodeField.tsx";
import { fieldError } from "./fieldError.ts";
import { SentCodeFoot } from "./SentCodeFoot.tsx";
import { TextField } from "./TextField.tsx";
import { useAccountForm } from "./useAccountForm.ts";

/** `/verify-email`: the code from the mail confirms a new account. */
export default function VerifyEmailPage() {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const navigate = useNavigate();
  const route = useAccountRoute();
  const isKnown = route.email !== undefined;
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
  const again = useMutation({
    mutationFn: () => api.call(resendConfirmationCode, { body: { email: form.values.email.trim().toLowerCase() } }),
  });

  return (
    <AccountPage
      title={t("account.verifyEmail.title")}
      lead={
        isKnown ? (
          <Trans i18nKey="account.verifyEmail.lead" values={{ email: route.email }} components={{ 1: <b /> }} />
        ) : (
          t("account.verifyEmail.leadUnknown")
        )
      }
      submit={t("account.verifyEmail.submit")}
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
            if (isKnown) form.submit();
          }}
        />
      }
    >
      {isKnown ? null : (
        <TextField label={t("account.email")} type="email" autoComplete="username" autoFocus {...form.field("email")} />
      )}
      <CodeField form={form} name="code" autoFocus={isKnown} sendsWhenFull={isKnown} />
    </AccountPage>
  );
}
