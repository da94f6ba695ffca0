import { useTranslation } from "react-i18next";
import { hrefOf, type Scope } from "./Scope.ts";

/** The way to a page of a noun: its list. */
export function useCrumbs(noun: { path: string; texts: string }, scope: Scope): [{ to: string; label: string }] {
  const { t } = useTranslation();
  return [{ to: hrefOf(noun, scope), label: t(`${noun.texts}.title`) }];
}
