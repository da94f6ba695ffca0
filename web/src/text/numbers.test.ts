import { afterEach, expect, it } from "vitest";
import { switchLanguage } from "./language.ts";
import { editableNumber, numberText, parseNumber } from "./numbers.ts";
import { texts } from "./translate.ts";

afterEach(() => switchLanguage("en"));

it.each([
  ["de", "4,5", 4.5],
  ["de", "4.5", 4.5],
  ["de", "10.080", 10_080],
  ["de", "1.234.567,8", 1_234_567.8],
  ["de", "10,080", 10.08],
  ["de", "12345,6", 12_345.6],
  ["en", "4.5", 4.5],
  ["en", "4,5", 4.5],
  ["en", "10,080", 10_080],
  ["en", "10.080", 10.08],
  ["en", " 1 000 ", 1000],
  ["en", "-0.5", -0.5],
  ["en", "−3", -3],
  ["en", ".5", 0.5],
  ["en", "5.", 5],
])("the number that in %s is written as %s is read as %d", async (language, typed, number) => {
  await switchLanguage(language as "en");
  expect(parseNumber(typed)).toBe(number);
});

it.each(["", "-", ".", "4,5,6", "1.2.3", "12 m", "1e3", "four"])("the text %s is not a number", (typed) => {
  expect(parseNumber(typed)).toBeNull();
});

it("negative numbers are shown with a minus sign, and typed with a hyphen", () => {
  expect([numberText(-4.5), editableNumber(-4.5)]).toEqual(["−4.5", "-4.5"]);
  expect(parseNumber("−4.5")).toBe(-4.5);
});

it("numbers are written as the language does, also within texts", async () => {
  expect([numberText(10_080.5), editableNumber(10_080.5)]).toEqual(["10,080.5", "10080.5"]);
  expect(texts.t("access.numUsers", { count: 1234 })).toBe("1,234 users");
  await switchLanguage("de");
  expect([numberText(10_080.5), editableNumber(10_080.5)]).toEqual(["10.080,5", "10080,5"]);
  expect(texts.t("access.numUsers", { count: 1234 })).toBe("1.234 Benutzer");
});
