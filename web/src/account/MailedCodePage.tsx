import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Trans, useTranslation } from "react-i18next";
import { useAccountRoute } from "./accountRoute.ts";
import { AccountPage } from "./AccountBox.tsx";
import { CodeField } from "./CodeField.tsx";
import { SentCodeFoot } from "./SentCodeFoot.tsx";
import { TextField } from "./TextField.tsx";
import type { AccountForm } from "./useAccountForm.ts";

interface MailedCodeValues extends Record<string, string> {
  email: string;
  code: string;
}

interface Props<V extends MailedCodeValues> {
  form: AccountForm<V>;
  /** Where the page's texts begin in the catalogues. */
  texts: "account.verifyEmail" | "account.resetPassword";
  /** The sixth digit sends the form, unless the address is still missing: there is nothing else to fill in. */
  sendsWhenFull: boolean;
  /** Mails another code. */
  onSend(email: string): Promise<unknown>;
  /** More fields. */
  children?: ReactNode;
}

/** A page for a code that was mailed. People who come from elsewhere type the address that it went to. */
export function MailedCodePage<V extends MailedCodeValues>({ form, texts, sendsWhenFull, onSend, children }: Props<V>) {
  const { t } = useTranslation();
  const route = useAccountRoute();
  const isKnown = route.email !== undefined;
  const email = form.values.email.trim().toLowerCase();
  const again = useMutation({ mutationFn: () => onSend(email) });
  return (
    <AccountPage
      title={t(`${texts}.title`)}
      lead={
        isKnown ? (
          <Trans i18nKey={`${texts}.lead`} values={{ email: route.email }} components={{ 1: <b /> }} />
        ) : (
          t(`${texts}.leadUnknown`)
        )
      }
      submit={t(`${texts}.submit`)}
      isBusy={form.isBusy}
      back={route.to("/signin")}
      onSubmit={form.submit}
      foot={
        <SentCodeFoot
          medium="EMAIL"
          destination={email}
          sentAtMs={route.sentAtMs}
          onSend={async () => form.validateField("email") && again.mutateAsync()}
          onUse={(code) => {
            form.set("code", code);
            if (isKnown && sendsWhenFull) form.submit();
          }}
        />
      }
    >
      {isKnown ? null : (
        <TextField label={t("account.email")} type="email" autoComplete="username" autoFocus {...form.field("email")} />
      )}
      <CodeField form={form} name="code" autoFocus={isKnown} sendsWhenFull={isKnown && sendsWhenFull} />
      {children}
    </AccountPage>
  );
}
