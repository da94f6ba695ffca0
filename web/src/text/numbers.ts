import { texts } from "./translate.ts";

/** A number in the current language with a real minus sign: "10,080", "10.080", "−4,5". */
export function numberText(value: number): string {
  return trueMinus(value.toLocaleString(texts.language, { maximumFractionDigits: 20 }));
}

/** A written number with a minus sign instead of a hyphen. Fields that people type into keep the hyphen. */
export function trueMinus(number: string): string {
  return number.replace(/^-/, "−");
}

/** A number for an input field: without thousands separators, "10080", "4,5". */
export function editableNumber(value: number): string {
  return value.toLocaleString(texts.language, { maximumFractionDigits: 20, useGrouping: false });
}

/**
 * The typed number; null if it is not a number. The decimal mark is that of the language, or the other one where it cannot
 * separate thousands: "4,5" and "4.5" are four and a half everywhere, "10.080" is ten thousand in German and ten in English.
 */
export function parseNumber(typed: string): number | null {
  const [, sign = "", digits = ""] = /^([-−]?)([\d.,]+)$/.exec(typed.trim().replaceAll(/[\s\u00A0\u202F]/g, "")) ?? [];
  const [group, decimal] = marks();
  const thousands = new RegExp(`^\\d{1,3}(?:\\${group}\\d{3})+(?:\\${decimal}\\d+)?$`);
  const plain = thousands.test(digits) ? digits.replaceAll(group, "") : digits.replace(group, decimal);
  const pointed = plain.replace(decimal, ".");
  if (!/^(?:\d+\.?\d*|\.\d+)$/.test(pointed)) return null;
  return Number(`${sign === "" ? "" : "-"}${pointed}`);
}

/** The language's thousands separator and decimal mark. */
function marks(): [group: string, decimal: string] {
  const parts = new Intl.NumberFormat(texts.language).formatToParts(12345.6);
  const of = (type: string): string => parts.find((part) => part.type === type)?.value ?? "";
  return [of("group") === "." ? "." : ",", of("decimal") === "," ? "," : "."];
}
