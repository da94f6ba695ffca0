import type { MqttCredentials } from "@pulse/contract/mqttCredentials";
import { useTranslation } from "react-i18next";
import { CredentialsDialog } from "../devices/CredentialsDialog.tsx";
import { MakersFormView } from "./MakersFormView.tsx";

interface Props {
  title: string;
  credentials: MqttCredentials;
  onClose(): void;
}

/** The settings for a gateway's own configuration page, ready to paste; the password is shown only here. */
export function GatewayCredentials({ title, credentials, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <CredentialsDialog
      title={title}
      text={t("gateways.broker.once")}
      done={t("gateways.broker.done")}
      onClose={onClose}
    >
      <MakersFormView options={credentials} />
    </CredentialsDialog>
  );
}
