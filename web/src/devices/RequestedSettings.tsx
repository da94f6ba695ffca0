import type { DeviceRequest } from "@pulse/contract/deviceRequests";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { numberText } from "../text/numbers.ts";
import classes from "./Devices.module.css";

const units: Readonly<Record<string, string>> = {
  filterRssi: "dBm",
  uploadPeriodS: "s",
  redundantPeriodS: "s",
  advertisementPeriodMs: "ms",
  transmissionPower: "dBm",
};
/** The texts of settings whose value is one of a few words. */
const words: Readonly<Record<string, string>> = {
  messageMode: "things.config.modes",
  transmissionMessageType: "things.config.types",
};

/** The settings that an update requests, each by its name. */
export function RequestedSettings({ request: { target, configuration } }: { request: DeviceRequest }) {
  const { t } = useTranslation();
  return (
    <dl className={classes["asked"]}>
      {Object.entries(configuration ?? {}).map(([key, value]) =>
        value === undefined ? null : (
          <div key={key}>
            <dt>{t(`${target === "hardware" ? "gateways" : "things"}.config.${key}`)}</dt>
            <dd>{valueText(t, key, value)}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function valueText(t: TFunction, key: string, value: string | number | boolean): string {
  if (typeof value === "boolean") return t(value ? "form.on" : "form.off");
  if (typeof value === "string") return t(`${words[key]}.${value}`);
  return `${numberText(value)} ${units[key] ?? ""}`;
}
