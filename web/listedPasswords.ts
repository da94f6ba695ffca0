import { listedPasswords as list } from "@pulse/identity/listedPasswords";
import type { Plugin } from "vite";

const source = /[\\/]identity[\\/]src[\\/]listedPasswords[.]ts$/;

/** Puts the list of common passwords in the place of the library it is taken from, which is ten times as large. */
export function listedPasswords(): Plugin {
  return {
    name: "pulse-listed-passwords",
    enforce: "pre",
    load: (id) => {
      if (!source.test(id)) return null;
      const text = JSON.stringify(list.join("\n"));
      return { code: `export const listedPasswords = ${text}.split("\\n");`, map: null };
    },
  };
}
