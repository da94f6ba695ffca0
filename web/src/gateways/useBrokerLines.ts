import { useTranslation } from "react-i18next";
import type { CredentialLine } from "../devices/CredentialLines.tsx";
import { type BrokerOptions, brokerSettings } from "./brokerSettings.ts";

/** The settings of a gateway under the names on its maker's page. */
export function useBrokerLines(): (options: BrokerOptions) => CredentialLine[] {
  const { t } = useTranslation();
  return (options) =>
    brokerSettings(options).map(({ key, value }) => ({ key, label: t(`gateways.broker.settings.${key}`), value }));
}
