import { type Hardware } from "@pulse/contract/gateways";
import { createHardwareCredentials } from "@pulse/contract/gatewayConnection";
import { useTranslation } from "react-i18next";
import { AccountCard } from "../devices/AccountCard.tsx";
import { useLetters } from "../entity/useLetters.ts";
import { When } from "../time/When.tsx";
import { useServices } from "../services/services.tsx";
import { useConnection, useTypeName } from "./gateways.api.ts";
import { GatewayCredentials } from "./GatewayCredentials.tsx";
import { MakersFormView } from "./MakersFormView.tsx";
import classes from "./Connection.module.css";

/** The settings for a gateway's own page, always at hand, and a new password for it. */
export function GatewayBroker({ gateway }: { gateway: Hardware }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const can = useLetters("hardware_management");
  const type = useTypeName(gateway);
  const { data: connection } = useConnection(gateway.id);
  return (
    <AccountCard
      of={gateway}
      mayReset={can.u}
      title={t("gateways.broker.title")}
      warning={t("gateways.broker.resetText")}
      reset={() => api.call(createHardwareCredentials, { params: { id: gateway.id } })}
      freshTitle={t("gateways.broker.freshTitle", { name: gateway.name })}
      settings={
        connection === undefined ? null : (
          <>
            <MakersFormView options={connection} type={type} />
            {connection.formerNames.map(({ name, until }) => (
              <p key={name} className={classes["former"]}>
                {t("gateways.broker.former", { name })} <When at={until} format="history" />
              </p>
            ))}
          </>
        )
      }
      Credentials={GatewayCredentials}
    />
  );
}
