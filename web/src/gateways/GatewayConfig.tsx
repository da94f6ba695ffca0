import { GatewayConfigBody } from "@pulse/contract/deviceRequests";
import type { HardwareType } from "@pulse/contract/hardwareTypes";
import { toSnakeKey } from "@pulse/contract/wire";
import { useTranslation } from "react-i18next";
import type { ConfigValues } from "../devices/changedSettings.ts";
import { DeviceConfig } from "../devices/DeviceConfig.tsx";
import { type RequestTarget, useStoredConfiguration } from "../devices/requests.api.ts";
import { FormSwitch } from "../form/ChoiceFields.tsx";
import { ConfigChoice } from "./ConfigChoice.tsx";
import { configNumbers, configSwitches } from "./configKeys.ts";
import { ConfigNumbers } from "./ConfigNumbers.tsx";
import classes from "./Gateways.module.css";

/** The settings of the gateway's type as it last reported them, to change or, if it reports them, to read again. */
export function GatewayConfig({ device, type }: { device: RequestTarget; type: HardwareType }) {
  const { t } = useTranslation();
  const known = useStoredConfiguration(device).data?.configuration;
  const has = (key: string): boolean => type.configSettings.includes(toSnakeKey(key));
  const [numbers, switches] = [configNumbers.filter(has), configSwitches.filter(has)];
  // A setting is only known once the gateway has reported or confirmed it: until then it is neither on nor off.
  const isUnknown = (key: (typeof configSwitches)[number]): boolean => known?.[key] === undefined;
  return (
    <DeviceConfig
      device={device}
      area="hardware_management"
      isReadable={type.configReadable}
      rule={GatewayConfigBody}
      valuesOf={(reported) =>
        Object.fromEntries<ConfigValues[string]>([
          ...numbers.map((key) => [key, reported?.[key] ?? ""] as const),
          ...switches.map((key) => [key, reported?.[key] ?? null] as const),
        ])
      }
    >
      <ConfigNumbers only={numbers} none={t("devices.config.unknown")} />
      <div className={classes["switches"]}>
        {switches.map((key) =>
          isUnknown(key) ? (
            <ConfigChoice key={key} of={key} none={t("devices.config.unknown")} />
          ) : (
            <FormSwitch key={key} path={key} label={t(`gateways.config.${key}`)} />
          ),
        )}
      </div>
    </DeviceConfig>
  );
}
