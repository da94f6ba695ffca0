import type { ErrorCode } from "@pulse/contract/errors";
import type { z } from "zod";
import { texts } from "../text/translate.ts";

/**
 * The contract's objection to a field's text, in the catalogue's words; null if it is valid. An empty field gets the text
 * of `missing`.
 */
export function fieldError(value: string, rule: z.ZodType, missing: ErrorCode): string | null {
  if (value === "") return texts.t(`errors.${missing}`);
  const issue = rule.safeParse(value).error?.issues[0];
  if (issue === undefined) return null;
  const code: unknown = issue.code === "custom" ? issue.params?.["code"] : undefined;
  if (typeof code !== "string") return texts.t("errors.invalid_parameter");
  // The rule's own text starts with the character.
  if (code === "char_not_allowed") return texts.t("account.charNotAllowed", { char: Array.from(issue.message)[0] });
  return texts.t(`errors.${code}`, { defaultValue: issue.message });
}
