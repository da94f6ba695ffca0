import { createFirstSuperadmin } from "@pulse/contract/accounts";
import { Email, Name } from "@pulse/contract/names";
import { checkReachAtSetup } from "@pulse/contract/reach";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { ApiError } from "../api/apiError.ts";
import { useServices } from "../services/services.tsx";
import own from "./Account.module.css";
import { AccountPage } from "./AccountBox.tsx";
import { fieldError } from "./fieldError.ts";
import { FormFailure } from "./FormFailure.tsx";
import { countryOfLocale, mobileNumber } from "./mobileNumber.ts";
import { NewPasswordFields, newPasswordRules } from "./NewPasswordFields.tsx";
import { PhoneFields, phoneRules } from "./PhoneFields.tsx";
import { SetupChecks } from "./reach/SetupChecks.tsx";
import { SignInFrame } from "./signIn/SignInFrame.tsx";
import { TextField } from "./TextField.tsx";
import { useAccountForm } from "./useAccountForm.ts";
import { type SignInAfterSetup, useSignInAfterSetup } from "./useSignInAfterSetup.ts";

const FactorStep = lazy(async () => ({ default: (await import("./signIn/FactorStep.tsx")).FactorStep }));

/**
 * `/setup?token=…`: the link that the first start prints. It shows whether people can be reached, makes the first
 * superadmin, once, and signs the person in.
 */
export default function SetupPage() {
  const { api } = useServices();
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  const [isForm, setForm] = useState(false);
  const signIn = useSignInAfterSetup();
  const reach = useQuery({
    queryKey: ["reach", token],
    queryFn: () => api.call(checkReachAtSetup, { body: { token, browserTime: new Date().toISOString() } }),
    enabled: token !== "",
    retry: false,
  });
  if (signIn.code !== null) return <CodePage signIn={signIn} />;
  if (reach.data !== undefined && !isForm)
    return (
      <SignInFrame>
        <SetupChecks
          token={token}
          reach={reach.data}
          isChecking={reach.isFetching}
          onAgain={() => void reach.refetch()}
          onContinue={() => setForm(true)}
        />
      </SignInFrame>
    );
  // Nothing is asked before it is known what is needed; if that cannot be found out, a phone number is.
  if (reach.isLoading)
    return (
      <SignInFrame>
        <Checking />
      </SignInFrame>
    );
  const isRefused = reach.error instanceof ApiError && reach.error.status === 401;
  return (
    <SetupForm
      token={token}
      isRefused={isRefused}
      needsPhone={reach.data?.needsPhone ?? true}
      onCreated={signIn.start}
    />
  );
}

/** A mail server that does not answer takes a few seconds. */
function Checking() {
  const { t } = useTranslation();
  return (
    <p className={own["checking"]} role="status">
      {t("reach.checking")}
    </p>
  );
}

function CodePage({ signIn }: { signIn: SignInAfterSetup }) {
  const { code } = signIn;
  return (
    <SignInFrame>
      <Suspense fallback={null}>
        {code === null ? null : (
          <FactorStep
            demand={{ kind: "code", destination: code.destination }}
            email=""
            sinceMs={code.sinceMs}
            failure={signIn.failure}
            onCode={signIn.confirm}
            // A new account has one factor at most, so there is nothing to choose.
            onChoose={async () => false}
            onAgain={signIn.sendAgain}
            onBack={signIn.leave}
          />
        )}
      </Suspense>
    </SignInFrame>
  );
}

interface FormProps {
  token: string;
  isRefused: boolean;
  /** Codes can be texted, so a number is asked for. */
  needsPhone: boolean;
  onCreated(email: string, password: string): Promise<void>;
}

function SetupForm({ token, isRefused, needsPhone, onCreated }: FormProps) {
  const { t } = useTranslation();
  const { api } = useServices();
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
      country: phoneRules.country,
      phone: (value, all) => (needsPhone ? phoneRules.phone(value, all) : null),
      ...newPasswordRules,
    },
    about: {
      username_already_exists: "email",
      phone_invalid: "phone",
      phone_number_required: "phone",
      phoneNumber: "phone",
      password_requirement_not_met: "password",
      invalid_password: "password",
    },
    send: async ({ givenName, familyName, country, phone, password, ...typed }) => {
      const email = typed.email.trim().toLowerCase();
      const phoneNumber = needsPhone ? mobileNumber(phone, country) : null;
      await api.call(createFirstSuperadmin, { body: { token, email, givenName, familyName, password, phoneNumber } });
      await onCreated(email, password);
    },
  });
  const isUsed = isRefused || (form.error instanceof ApiError && form.error.status === 401);
  const failure = token === "" ? t("reach.setup.noToken") : isUsed ? t("reach.setup.refused") : null;

  return (
    <AccountPage
      title={t("reach.setup.title")}
      lead={t("reach.setup.lead")}
      submit={t("reach.setup.submit")}
      isBusy={form.isBusy}
      onSubmit={form.submit}
    >
      <FormFailure text={failure} />
      <TextField label={t("account.email")} type="email" autoComplete="username" autoFocus {...form.field("email")} />
      <div className={own["pair"]}>
        <TextField label={t("account.givenName")} autoComplete="given-name" {...form.field("givenName")} />
        <TextField label={t("account.familyName")} autoComplete="family-name" {...form.field("familyName")} />
      </div>
      {needsPhone ? <PhoneFields form={form} hint={t("reach.setup.phoneHint")} /> : null}
      <NewPasswordFields form={form} label={t("account.password")} />
    </AccountPage>
  );
}
