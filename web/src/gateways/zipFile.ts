import { strToU8, zipSync } from "fflate";

/** Text files in one ZIP archive. */
export function zipFile(files: readonly { name: string; text: string }[]): Blob {
  const entries = Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)]));
  return new Blob([zipSync(entries)], { type: "application/zip" });
}
