import { createFirstSuperadmin } from "@pulse/contract/accounts";
import { Email, Name } from "@pulse/contract/names";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { ApiError } from "../api/apiError.ts";
import { useServices } from "../services/services.tsx";
import own from "./Account.module.css";
import { AccountPage } from "./AccountBox.tsx";
import { fieldError } from "./fieldError.ts";
import { FormFailure } from "./FormFailure.tsx";
import { countryOfLocale, mobileNumber } from "./mobileNumber.ts";
import { NewPasswordFields, newPasswordRules } from "./NewPasswordFields.tsx";
import { PhoneFields, phoneRules } from "./PhoneFields.tsx";
import { TextField } from "./TextField.tsx";
import { useAccountForm } from "./useAccountForm.ts";

/** `/setup?token=…`: the link that the first start prints makes the first superadmin, once. */
export default function SetupPage() {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  const form = useAccountForm({
    values: {
      email: "",
      givenName: "",
      familyName: "",
      country: countryOfLocale(navigator.language),
      phone: "",
      password: "",
      repeat: "",
    },
    validate: {
      email: (value) => fieldError(value.trim(), Email, "email_required"),
      givenName: (value) => fieldError(value, Name, "field_required"),
      familyName: (value) => fieldError(value, Name, "field_required"),
      ...phoneRules,
      ...newPasswordRules,
    },
    about: {
      username_already_exists: "email",
      phone_invalid: "phone",
      phoneNumber: "phone",
      password_requirement_not_met: "password",
      invalid_password: "password",
    },
    send: async ({ givenName, familyName, country, phone, password, ...typed }) => {
      const email = typed.email.trim().toLowerCase();
      await api.call(createFirstSuperadmin, {
        body: { token, email, givenName, familyName, password, phoneNumber: mobileNumber(phone, country) ?? "" },
      });
      snackbars.success(t("account.setup.done"));
      await navigate("/signin", { state: { email } });
    },
  });
  const isRefused = form.error instanceof ApiError && form.error.status === 401;
  const failure = token === "" ? t("account.setup.noToken") : isRefused ? t("account.setup.refused") : null;

  return (
    <AccountPage
      title={t("account.setup.title")}
      lead={t("account.setup.lead")}
      submit={t("account.setup.submit")}
      isBusy={form.isBusy}
      onSubmit={form.submit}
    >
      <FormFailure text={failure} />
      <TextField label={t("account.email")} type="email" autoComplete="username" autoFocus {...form.field("email")} />
      <div className={own["pair"]}>
        <TextField label={t("account.givenName")} autoComplete="given-name" {...form.field("givenName")} />
        <TextField label={t("account.familyName")} autoComplete="family-name" {...form.field("familyName")} />
      </div>
      <PhoneFields form={form} hint={t("account.setup.phoneHint")} />
      <NewPasswordFields form={form} label={t("account.password")} />
    </AccountPage>
  );
}
