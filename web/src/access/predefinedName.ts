import { texts } from "../text/translate.ts";

/**
 * The name of a role or group in the reader's language. Those that every customer starts with are stored under English
 * names, which nobody can use for their own roles and groups; all other names stay as people wrote them.
 */
export function predefinedName(name: string): string {
  return texts.t(`access.predefinedNames.${name.toLowerCase().replaceAll(" ", "_")}`, { defaultValue: name });
}
