import { signUp } from "@pulse/contract/accounts";
import { Email, Name } from "@pulse/contract/names";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { z } from "zod";
import { useServices } from "../services/services.tsx";
import classes from "./signIn/SignIn.module.css";
import own from "./Account.module.css";
import { useAccountRoute } from "./accountRoute.ts";
import { AccountPage } from "./AccountBox.tsx";
import { fieldError } from "./fieldError.ts";
import { NewPasswordFields, newPasswordRules } from "./NewPasswordFields.tsx";
import { TextField } from "./TextField.tsx";
import { useAccountForm } from "./useAccountForm.ts";

const anyCode = z.string().trim().min(1);

/** `/signup`: an account with a customer's code. */
export default function SignUpPage() {
  const { t } = useTranslation();
  const { api } = useServices();
  const navigate = useNavigate();
  const route = useAccountRoute();
  const form = useAccountForm({
    values: {
      email: route.email ?? "",
      givenName: "",
      familyName: "",
      customerCode: "",
      password: "",
      repeat: "",
    },
    validate: {
      email: (value) => fieldError(value.trim(), Email, "email_required"),
      givenName: (value) => fieldError(value, Name, "field_required"),
      familyName: (value) => fieldError(value, Name, "field_required"),
      customerCode: (value) => fieldError(value.trim(), anyCode, "field_required"),
      ...newPasswordRules,
    },
    about: {
      username_already_exists: "email",
      user_with_the_same_alias_exists: "email",
      customer_code_invalid: "customerCode",
      password_requirement_not_met: "password",
      invalid_password: "password",
    },
    send: async ({ givenName, familyName, customerCode, password, ...typed }) => {
      const email = typed.email.trim().toLowerCase();
      const sentAtMs = Date.now();
      await api.call(signUp, { body: { email, givenName, familyName, customerCode: customerCode.trim(), password } });
      await navigate(route.to("/verify-email"), { state: { email, sentAtMs } });
    },
  });

  return (
    <AccountPage
      title={t("account.signUp.title")}
      lead={t("account.signUp.lead")}
      submit={t("account.signUp.submit")}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      foot={
        <p className={own["foot"]}>
          {t("account.haveAccount")}{" "}
          <Link className={classes["link"]} to={route.to("/signin")}>
            {t("account.signIn")}
          </Link>
        </p>
      }
    >
      <TextField label={t("account.email")} type="email" autoComplete="username" autoFocus {...form.field("email")} />
      <div className={own["pair"]}>
        <TextField label={t("account.givenName")} autoComplete="given-name" {...form.field("givenName")} />
        <TextField label={t("account.familyName")} autoComplete="family-name" {...form.field("familyName")} />
      </div>
      <TextField
        label={t("account.customerCode")}
        description={t("account.customerCodeHint")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.field("customerCode")}
      />
      <NewPasswordFields form={form} label={t("account.password")} />
    </AccountPage>
  );
}
