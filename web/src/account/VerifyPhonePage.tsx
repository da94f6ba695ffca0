import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { useServices } from "../services/services.tsx";
import { useMe } from "../shell/person.api.ts";
import classes from "./signIn/SignIn.module.css";
import own from "./Account.module.css";
import { useAccountRoute } from "./accountRoute.ts";
import { AccountPage } from "./AccountBox.tsx";
import { CodeField } from "./CodeField.tsx";
import { SentCodeFoot } from "./SentCodeFoot.tsx";
import { OtherWays } from "./OtherWays.tsx";
import { SignOutLink } from "./SignOutLink.tsx";
import { usePhoneCode } from "./usePhoneCode.ts";

/**
 * `/verify-phone`: asks for the code that was texted to a new number. People whose number somebody else entered, and people
 * who come back later, request one first: opening this page sends nothing.
 */
export default function VerifyPhonePage() {
  const route = useAccountRoute();
  const [hasCode, setHasCode] = useState(route.sentAtMs !== undefined);
  const [sentAtMs, setSentAtMs] = useState(route.sentAtMs);
  const { data: me } = useMe();
  const digits = me?.phoneNumber?.slice(-2) ?? "";
  return hasCode ? (
    <EnterCode digits={digits} destination={me?.phoneNumber ?? ""} sentAtMs={sentAtMs} />
  ) : (
    <SendCode
      digits={digits}
      onSent={(atMs) => {
        setSentAtMs(atMs);
        setHasCode(true);
      }}
      onHasCode={() => setHasCode(true)}
    />
  );
}

interface SendProps {
  digits: string;
  onSent(atMs: number): void;
  onHasCode(): void;
}

function SendCode({ digits, onSent, onHasCode }: SendProps) {
  const { t } = useTranslation();
  const { identity } = useServices();
  const navigate = useNavigate();
  const route = useAccountRoute();
  const sending = useMutation({
    mutationFn: async () => {
      const sentAtMs = Date.now();
      await (await identity()).sendPhoneCode();
      return sentAtMs;
    },
    onSuccess: (sentAtMs) => {
      onSent(sentAtMs);
      // In the history too, so that a reload still knows that a code is on its way.
      void navigate(route.to("/verify-phone"), { state: { sentAtMs }, replace: true });
    },
  });
  return (
    <AccountPage
      title={t("account.verifyPhone.sendTitle")}
      lead={<Trans i18nKey="account.verifyPhone.sendLead" values={{ digits }} components={{ 1: <b /> }} />}
      submit={t("account.registerPhone.submit")}
      isBusy={sending.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending.isPending) sending.mutate();
      }}
      foot={
        <>
          <p className={own["foot"]}>
            <button type="button" className={classes["link"]} onClick={onHasCode}>
              {t("account.verifyPhone.haveCode")}
            </button>
          </p>
          <OtherNumber />
          <OtherWays />
          <SignOutLink />
        </>
      }
    >
      {null}
    </AccountPage>
  );
}

interface EnterProps {
  digits: string;
  destination: string;
  sentAtMs: number | undefined;
}

function EnterCode({ digits, destination, sentAtMs }: EnterProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { form, sendAgain, use } = usePhoneCode((verified) => queries.setQueryData(["me"], verified));
  return (
    <AccountPage
      title={t("account.verifyPhone.title")}
      lead={<Trans i18nKey="account.verifyPhone.lead" values={{ digits }} components={{ 1: <b /> }} />}
      submit={t("account.verifyPhone.submit")}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      foot={
        <>
          <SentCodeFoot medium="SMS" destination={destination} sentAtMs={sentAtMs} onSend={sendAgain} onUse={use} />
          <OtherNumber />
          <OtherWays />
          <SignOutLink />
        </>
      }
    >
      <CodeField form={form} name="code" autoFocus sendsWhenFull />
    </AccountPage>
  );
}

function OtherNumber() {
  const { t } = useTranslation();
  const route = useAccountRoute();
  return (
    <p className={own["foot"]}>
      <Link className={classes["link"]} to={route.to("/register-phone")}>
        {t("account.verifyPhone.other")}
      </Link>
    </p>
  );
}
