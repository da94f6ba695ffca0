import { useTranslation } from "react-i18next";
import { hrefOf, type Scope } from "./Scope.ts";

/** The breadcrumb of a noun's page: its list. */
export function useCrumbs(noun: { path: string; texts: string }, scope: Scope): [{ to: string; label: string }] {
  const { t } = useTranslation();
  return [{ to: hrefOf(noun, scope), label: t(`${noun.texts}.title`) }];
}
