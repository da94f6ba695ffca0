import { updateOwnAttribute } from "@pulse/contract/accounts";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useServices } from "../services/services.tsx";
import { useAccountRoute } from "./accountRoute.ts";
import { AccountPage } from "./AccountBox.tsx";
import { countryOfLocale, mobileNumber } from "./mobileNumber.ts";
import { OtherWays } from "./OtherWays.tsx";
import { PhoneFields, phoneRules } from "./PhoneFields.tsx";
import { SignOutLink } from "./SignOutLink.tsx";
import { useAccountForm } from "./useAccountForm.ts";

/** `/register-phone`: somebody without a phone number gives one before anything else. */
export default function RegisterPhonePage() {
  const { t } = useTranslation();
  const { api } = useServices();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const route = useAccountRoute();
  const form = useAccountForm({
    values: { country: countryOfLocale(navigator.language), phone: "" },
    validate: phoneRules,
    about: { phone_invalid: "phone", phone_number_required: "phone", invalid_parameter: "phone", value: "phone" },
    send: async ({ country, phone }) => {
      const value = mobileNumber(phone, country) ?? "";
      const sentAtMs = Date.now();
      const me = await api.call(updateOwnAttribute, { params: { attr: "phone_number" }, body: { value } });
      queries.setQueryData(["me"], me);
      await navigate(route.to("/verify-phone"), { state: { sentAtMs } });
    },
  });

  return (
    <AccountPage
      title={t("account.registerPhone.title")}
      lead={t("account.registerPhone.lead")}
      submit={t("account.registerPhone.submit")}
      isBusy={form.isBusy}
      onSubmit={form.submit}
      foot={
        <>
          <OtherWays />
          <SignOutLink />
        </>
      }
    >
      <PhoneFields form={form} autoFocus />
    </AccountPage>
  );
}
