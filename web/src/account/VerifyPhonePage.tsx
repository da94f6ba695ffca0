import { useQueryClient } from "@tanstack/react-query";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router";
import classes from "../session/signIn/SignIn.module.css";
import { useMe } from "../sites/sites.api.ts";
import own from "./Account.module.css";
import { useAccountWay } from "./accountAddress.ts";
import { AccountPage } from "./AccountBox.tsx";
import { CodeField } from "./CodeField.tsx";
import { SentCodeFoot } from "./SentCodeFoot.tsx";
import { SignOutLink } from "./SignOutLink.tsx";
import { usePhoneCode } from "./usePhoneCode.ts";

/** `/verify-phone`: the code that was texted to a new number. Where it leads is the router's business. */
export default function VerifyPhonePage() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const way = useAccountWay();
  const { data: me } = useMe();
  const { form, sendAgain, use } = usePhoneCode((verified) => queries.setQueryData(["me"], verified));

  return (
    <AccountPage
      title={t("account.verifyPhone.title")}
      lead={
        <Trans
          i18nKey="account.verifyPhone.lead"
          values={{ digits: me?.phoneNumber?.slice(-2) ?? "" }}
          components={{ 1: <b /> }}
        />
      }
      submit={t("account.verifyPhone.submit")}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      foot={
        <>
          <SentCodeFoot
            medium="SMS"
            destination={me?.phoneNumber ?? ""}
            sentAtMs={way.sentAtMs}
            onSend={sendAgain}
            onUse={use}
          />
          <p className={own["foot"]}>
            <Link className={classes["link"]} to={way.to("/register-phone")}>
              {t("account.verifyPhone.other")}
            </Link>
          </p>
          <SignOutLink />
        </>
      }
    >
      <CodeField form={form} name="code" autoFocus sendsWhenFull />
    </AccountPage>
  );
}
