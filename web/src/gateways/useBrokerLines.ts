import { useTranslation } from "react-i18next";
import type { CredentialLine } from "../devices/CredentialLines.tsx";
import { type BrokerGiven, brokerSettings } from "./brokerSettings.ts";

/** The settings of a gateway under the names on its maker's page. */
export function useBrokerLines(): (given: BrokerGiven) => CredentialLine[] {
  const { t } = useTranslation();
  return (given) =>
    brokerSettings(given).map(({ key, value }) => ({ key, label: t(`gateways.broker.settings.${key}`), value }));
}
