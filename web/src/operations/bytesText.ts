import { nbsp, texts } from "../text/translate.ts";

const units = ["MB", "GB", "TB", "PB"] as const;

/** A size as disks are measured: "1.4 GB", "< 1 MB", in the language's numbers. */
export function bytesText(bytes: number): string {
  let value = bytes / 1e6;
  let nth = 0;
  while (value >= 999.5 && nth < units.length - 1) {
    value /= 1000;
    nth += 1;
  }
  if (value < 1) return `<${nbsp}1${nbsp}${units[0]}`;
  const digits = value < 10 && nth > 0 ? 1 : 0;
  return `${value.toLocaleString(texts.language, { maximumFractionDigits: digits })}${nbsp}${units[nth]}`;
}
