import { expect, test } from "vitest";
import { countries, countryOfLocale, countryOfNumber, mobileNumber } from "./mobileNumber.ts";

test.each([
  ["0151 23456789", "DE", "+4915123456789"],
  ["+49 (151) 2345-6789", "US", "+4915123456789"],
  ["07400 123456", "GB", "+447400123456"],
  // In North America numbers do not show whether they are mobiles or landlines.
  ["(202) 555-0142", "US", "+12025550142"],
])("the number %s in %s can receive texts and becomes %s", (typed, country, expected) => {
  expect(mobileNumber(typed, country)).toBe(expected);
});

test.each([
  ["030 123456", "DE", "a landline"],
  ["020 7946 0958", "GB", "a landline"],
  ["0800 123 4567", "GB", "a free-phone number"],
  ["123", "DE", "too short"],
  ["+49151234567890123", "DE", "too long"],
  ["0151 23456789", "XX", "of no country"],
  ["call me", "DE", "no number"],
  ["", "DE", "empty"],
])("the number %s in %s is refused: %s", (typed, country) => {
  expect(mobileNumber(typed, country)).toBeNull();
});

test("a number with a plus sign determines its country, one without does not", () => {
  expect(countryOfNumber("+49 151 23456789")).toBe("DE");
  expect(countryOfNumber(" +44 7400 123456")).toBe("GB");
  expect(countryOfNumber("0151 23456789")).toBeNull();
});

test("countries are listed by name with their calling codes", () => {
  const all = countries("en");
  expect(all.find(({ code }) => code === "DE")?.label).toBe("Germany +49");
  expect(all.length).toBeGreaterThan(200);
  expect(all.map(({ label }) => label)).toEqual(
    all.map(({ label }) => label).toSorted((a, b) => a.localeCompare(b, "en")),
  );
});

test("the browser's language suggests the country", () => {
  expect(countryOfLocale("en-GB")).toBe("GB");
  expect(countryOfLocale("de-AT")).toBe("AT");
  expect(countryOfLocale("en")).toBe("US");
});
