import { Select } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { texts } from "../text/translate.ts";
import own from "./Account.module.css";
import { countries, countryOfNumber, mobileNumber } from "./mobileNumber.ts";
import { fieldClasses, TextField } from "./TextField.tsx";
import type { AccountForm } from "./useAccountForm.ts";

export interface PhoneValues extends Record<string, string> {
  country: string;
  phone: string;
}

/** What is wrong with a phone number: it must be able to receive text messages. */
export const phoneRules = {
  country: (): null => null,
  phone: (value: string, { country }: PhoneValues): string | null => {
    if (value.trim() === "") return texts.t("errors.phone_number_required");
    return mobileNumber(value, country) === null ? texts.t("errors.phone_invalid") : null;
  },
};

interface Props<V extends PhoneValues> {
  form: AccountForm<V>;
  hint?: string;
  autoFocus?: boolean;
}

/** Country and number. A number pasted with its `+` chooses the country by itself. */
export function PhoneFields<V extends PhoneValues>({ form, hint, autoFocus = false }: Props<V>) {
  const { t, i18n } = useTranslation();
  const choice = useMemo(
    () => countries(i18n.language).map(({ code, label }) => ({ value: code, label })),
    [i18n.language],
  );
  const number = form.field("phone");
  return (
    <div className={own["phone"]}>
      <Select
        classNames={{ ...fieldClasses, option: own["option"] ?? "" }}
        label={t("account.registerPhone.country")}
        placeholder={t("account.registerPhone.searchCountry")}
        nothingFoundMessage={t("account.registerPhone.noCountry")}
        data={choice}
        searchable
        allowDeselect={false}
        limit={300}
        // The list box scrolls by itself: a scroll area inside would add a stop for the keyboard.
        withScrollArea={false}
        styles={{ options: { maxHeight: 264, overflowY: "auto" } }}
        autoComplete="off"
        // Typing replaces the chosen country instead of adding to its name.
        onFocus={({ currentTarget }) => currentTarget.select()}
        value={form.values.country}
        onChange={(country) => {
          if (country !== null) form.set("country", country);
        }}
      />
      <TextField
        label={t("account.registerPhone.number")}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        autoFocus={autoFocus}
        data-autofocus={autoFocus || undefined}
        {...(hint === undefined ? {} : { description: hint })}
        {...number}
        onChange={({ currentTarget: { value } }) => {
          form.set("phone", value);
          const country = countryOfNumber(value);
          if (country !== null) form.set("country", country);
        }}
      />
    </div>
  );
}
