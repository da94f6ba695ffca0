import { texts } from "../text/translate.ts";

/**
 * The name of a role or group in the reader's language: those that every customer begins with are stored by their English
 * names. Nobody can take these names for roles and groups of their own; all others stay as people wrote them.
 */
export function predefinedName(name: string): string {
  return texts.t(`access.predefinedNames.${name.toLowerCase().replaceAll(" ", "_")}`, { defaultValue: name });
}
