import {
  messageModes,
  TrackerConfigBody,
  transmissionTypes,
  updateTrackerConfigurations,
} from "@pulse/contract/deviceRequests";
import { limits } from "@pulse/contract/limits";
import { useTranslation } from "react-i18next";
import { ConfigOfAll } from "../devices/ConfigOfAll.tsx";
import { DeviceConfig } from "../devices/DeviceConfig.tsx";
import type { RequestTarget } from "../devices/requests.api.ts";
import { FormSelect } from "../form/ChoiceFields.tsx";
import { FormNumber } from "../form/FormNumber.tsx";

const empty = {
  messageMode: null,
  advertisementPeriodMs: "",
  transmissionPower: "",
  transmissionMessageType: null,
} as const;

/** The settings that a tracker last reported, to read again or change. */
export function TrackerConfig({ device }: { device: RequestTarget }) {
  const { t } = useTranslation();
  return (
    <DeviceConfig
      device={device}
      area="identifier_management"
      rule={TrackerConfigBody}
      valuesOf={(reported) => ({
        messageMode: reported?.messageMode ?? empty.messageMode,
        advertisementPeriodMs: reported?.advertisementPeriodMs ?? empty.advertisementPeriodMs,
        transmissionPower: reported?.transmissionPower ?? empty.transmissionPower,
        transmissionMessageType: reported?.transmissionMessageType ?? empty.transmissionMessageType,
      })}
    >
      <Fields none={t("devices.config.unknown")} />
    </DeviceConfig>
  );
}

/** The same for all trackers of a site at once. */
export function TrackerConfigOfAll({ siteId }: { siteId: string }) {
  const { t } = useTranslation();
  return (
    <ConfigOfAll
      siteId={siteId}
      endpoint={updateTrackerConfigurations}
      rule={TrackerConfigBody}
      empty={empty}
      title={t("devices.config.title")}
    >
      <Fields none={t("devices.all.unchanged")} />
    </ConfigOfAll>
  );
}

function Fields({ none }: { none: string }) {
  const { t } = useTranslation();
  const { advertisementPeriodMs: period, transmissionPowerDbm: power } = limits;
  return (
    <>
      <FormSelect
        path="messageMode"
        label={t("things.config.messageMode")}
        options={messageModes.map((value) => ({ value, label: t(`things.config.modes.${value}`) }))}
        none={none}
      />
      <FormNumber
        path="advertisementPeriodMs"
        label={t("things.config.advertisementPeriodMs")}
        unit="ms"
        none={none}
        range={[period.min, period.max]}
      />
      <FormNumber
        path="transmissionPower"
        label={t("things.config.transmissionPower")}
        unit="dBm"
        none={none}
        range={[power.min, power.max]}
      />
      <FormSelect
        path="transmissionMessageType"
        label={t("things.config.transmissionMessageType")}
        options={transmissionTypes.map((value) => ({ value, label: t(`things.config.types.${value}`) }))}
        none={none}
      />
    </>
  );
}
