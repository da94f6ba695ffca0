import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/mobile";

export interface Country {
  code: CountryCode;
  /** "Germany +49" */
  label: string;
}

/** Every country with phone numbers, in the order of their names. */
export function countries(locale: string): Country[] {
  const names = new Intl.DisplayNames([locale], { type: "region" });
  return getCountries()
    .map((code) => ({ code, label: `${names.of(code) ?? code} +${getCountryCallingCode(code)}` }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale));
}

/** The country of a browser's language such as "en-GB"; the United States if it names none. */
export function countryOfLocale(locale: string): CountryCode {
  const region = new Intl.Locale(locale).region ?? "";
  return isSupportedCountry(region) ? region : "US";
}

/**
 * A typed number in E.164; null unless it can be a mobile number, since codes come by text message. The metadata in use
 * contains only mobile numbers, so a landline is invalid.
 */
export function mobileNumber(typed: string, country: string): string | null {
  const number = isSupportedCountry(country) ? parsePhoneNumberFromString(typed, country) : undefined;
  return number?.isValid() === true ? number.number : null;
}

/** The country of a number typed with its `+`; null if there is none. */
export function countryOfNumber(typed: string): CountryCode | null {
  if (!typed.trimStart().startsWith("+")) return null;
  return parsePhoneNumberFromString(typed)?.country ?? null;
}
