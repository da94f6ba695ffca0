import { Button } from "@mantine/core";
import { updateOwnAttribute } from "@pulse/contract/accounts";
import type { UserInfo } from "@pulse/contract/users";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormFailure } from "../account/FormFailure.tsx";
import { countryOfLocale, mobileNumber } from "../account/mobileNumber.ts";
import { PhoneFields, phoneRules } from "../account/PhoneFields.tsx";
import { useAccountForm } from "../account/useAccountForm.ts";
import { ApiError } from "../api/apiError.ts";
import { useServices } from "../services/services.tsx";
import classes from "./Profile.module.css";

/** A number whose texted code has not been entered yet. */
export interface PhoneRequest {
  me: UserInfo;
  sentAtMs: number;
}

/** Asks for the new number. A session that is not fresh may not change it: then it says so and leads to the sign-in. */
export function PhoneNumberStep({ onSent }: { onSent(request: PhoneRequest): void }) {
  const { t } = useTranslation();
  const { api, signOut } = useServices();
  const [isStale, setStale] = useState(false);
  const form = useAccountForm({
    values: { country: countryOfLocale(navigator.language), phone: "" },
    validate: phoneRules,
    about: { phone_invalid: "phone", phone_number_required: "phone", invalid_parameter: "phone", value: "phone" },
    send: async ({ country, phone }) => {
      const sentAtMs = Date.now();
      const value = mobileNumber(phone, country) ?? "";
      try {
        const me = await api.call(updateOwnAttribute, { params: { attr: "phone_number" }, body: { value } });
        onSent({ me, sentAtMs });
      } catch (error) {
        if (error instanceof ApiError && error.code === "sign_in_again") setStale(true);
        throw error;
      }
    },
  });
  return (
    <form className={`${classes["step"]} ${classes["number"]}`} onSubmit={form.submit} noValidate>
      <p>{t("profile.phone.lead")}</p>
      <PhoneFields form={form} autoFocus />
      {isStale ? (
        <>
          <FormFailure text={t("profile.phone.signInAgain")} />
          <Button variant="default" onClick={signOut}>
            {t("profile.phone.toSignIn")}
          </Button>
        </>
      ) : null}
      <Button type="submit" loading={form.isBusy}>
        {t("account.registerPhone.submit")}
      </Button>
    </form>
  );
}
