import { createHardwareCredentials, type Hardware } from "@pulse/contract/gateways";
import { useTranslation } from "react-i18next";
import { AccountCard } from "../devices/AccountCard.tsx";
import { useLetters } from "../entity/useLetters.ts";
import { useServices } from "../services/services.tsx";
import { GatewayCredentials } from "./GatewayCredentials.tsx";

/** A gateway's MQTT account, and a new password for it. */
export function GatewayBroker({ gateway }: { gateway: Hardware }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const can = useLetters("hardware_management");
  return (
    <AccountCard
      of={gateway}
      mayReset={can.u}
      title={t("gateways.broker.title")}
      warning={t("gateways.broker.resetText")}
      reset={() => api.call(createHardwareCredentials, { params: { id: gateway.id } })}
      freshTitle={t("gateways.broker.freshTitle", { name: gateway.name })}
      Credentials={GatewayCredentials}
    />
  );
}
