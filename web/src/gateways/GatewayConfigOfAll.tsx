import { GatewayConfigBody, updateHardwareConfigurations } from "@pulse/contract/deviceRequests";
import { useTranslation } from "react-i18next";
import { ConfigOfAll } from "../devices/ConfigOfAll.tsx";
import { ConfigChoice } from "./ConfigChoice.tsx";
import { ConfigNumbers } from "./ConfigNumbers.tsx";
import { configNumbers, configSwitches } from "./configKeys.ts";

const untouched = Object.fromEntries([
  ...configNumbers.map((key) => [key, ""]),
  ...configSwitches.map((key) => [key, null]),
]) as Record<string, string | null>;

/** Some settings of all gateways of a site at once. */
export function GatewayConfigOfAll({ siteId }: { siteId: string }) {
  const { t } = useTranslation();
  return (
    <ConfigOfAll
      siteId={siteId}
      endpoint={updateHardwareConfigurations}
      rule={GatewayConfigBody}
      empty={untouched}
      title={t("gateways.config.title")}
    >
      <ConfigNumbers none={t("devices.all.unchanged")} />
      {configSwitches.map((key) => (
        <ConfigChoice key={key} of={key} none={t("devices.all.unchanged")} />
      ))}
    </ConfigOfAll>
  );
}
