import { verifyOwnAttribute } from "@pulse/contract/accounts";
import { SentCode } from "@pulse/contract/names";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trans, useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useServices } from "../services.tsx";
import classes from "../session/signIn/SignIn.module.css";
import { useMe } from "../sites/sites.api.ts";
import own from "./Account.module.css";
import { useAccountWay } from "./accountAddress.ts";
import { AccountPage } from "./AccountBox.tsx";
import { CodeField } from "./CodeField.tsx";
import { fieldFault } from "./fieldFault.ts";
import { SentCodeFoot } from "./SentCodeFoot.tsx";
import { SignOutLink } from "./SignOutLink.tsx";
import { useAccountForm } from "./useAccountForm.ts";

/** `/verify-phone`: the code that was texted to a new number. Where it leads is the router's business. */
export default function VerifyPhonePage() {
  const { t } = useTranslation();
  const { api, session, identity, snackbars } = useServices();
  const queries = useQueryClient();
  const way = useAccountWay();
  const { data: me } = useMe();
  const form = useAccountForm({
    values: { code: "" },
    faults: { code: (value) => fieldFault(value, SentCode, "confirmation_code_required") },
    about: {
      confirmation_code_mismatch: "code",
      confirmation_code_expired: "code",
      confirmation_code_required: "code",
    },
    send: async ({ code }) => {
      const verified = await api.call(verifyOwnAttribute, {
        params: { attr: "phone_number" },
        body: { code },
        accessToken: session.current()?.accessToken ?? "",
      });
      snackbars.success(t("account.verifyPhone.done"));
      queries.setQueryData(["me"], verified);
    },
  });
  const again = useMutation({ mutationFn: async () => (await identity()).sendPhoneCode() });

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
            onSend={() => again.mutateAsync()}
            onUse={(code) => {
              form.set("code", code);
              form.submit();
            }}
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
