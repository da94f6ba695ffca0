import { useTranslation } from "react-i18next";
import type { CustomerScope } from "./useCustomerScope.ts";

/** The way from access management to a page under one of its tabs. */
export function useCrumbs(tab: "users" | "groups" | "roles", { search }: CustomerScope) {
  const { t } = useTranslation();
  return [{ to: `/access/${tab}${search}`, label: t(`access.${tab}.title`) }];
}
