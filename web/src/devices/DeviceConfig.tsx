import { Button } from "@mantine/core";
import type { Area } from "@pulse/contract/access";
import type { DeviceRequest, StoredConfiguration } from "@pulse/contract/deviceRequests";
import { IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { useLetters } from "../entity/useLetters.ts";
import { EntityForm } from "../form/EntityForm.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import { useEntityForm } from "../form/useEntityForm.ts";
import { When } from "../time/When.tsx";
import classes from "./Devices.module.css";
import { changedSettings, type ConfigValues } from "./changedSettings.ts";
import { type RequestTarget, useAsking, useStoredConfiguration } from "./requests.api.ts";

interface Props {
  device: RequestTarget;
  /** The area whose letter u allows changing the settings. */
  area: Area;
  /** Whether the device reports its settings on request; true by default. */
  isReadable?: boolean;
  /** The contract's rule for the changes. */
  rule: z.ZodType;
  valuesOf(configuration: StoredConfiguration["configuration"]): ConfigValues;
  /** The fields. */
  children: ReactNode;
}

/** The settings that a device last reported, to read again or change. */
export function DeviceConfig(props: Props) {
  const { data } = useStoredConfiguration(props.device);
  return data === undefined ? null : <Form {...props} stored={data} />;
}

function Form({
  device,
  area,
  isReadable = true,
  rule,
  valuesOf,
  children,
  stored,
}: Props & { stored: StoredConfiguration }) {
  const { t } = useTranslation();
  const can = useLetters(area);
  const { read, update, updated } = useAsking(device);
  const before = valuesOf(stored.configuration);
  // A newer one is shown while nothing is typed.
  const report = { ...stored, version: reportedMs(stored) };
  const form = useEntityForm<ConfigValues, StoredConfiguration | DeviceRequest, z.ZodType>({
    entity: report,
    toValues: (from) => (from !== null && "pending" in from ? valuesOf(from.configuration) : before),
    rule,
    // Only changes are sent: the device keeps the rest.
    toBody: (values) => changedSettings(values, before),
    save: (body) => update(body),
    onSaved: updated,
  });
  return (
    <EntityForm form={form} isReadOnly={!can.u}>
      <FormSection
        title={t("devices.config.title")}
        actions={
          isReadable ? (
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden="true" />}
              loading={read.isPending}
              onClick={() => read.mutate()}
            >
              {t("devices.config.read")}
            </Button>
          ) : null
        }
        foot={<SaveBar save={t("devices.config.send")} needsChange />}
      >
        <dl className={classes["times"]}>
          {(["lastRead", "lastRequested", "lastUpdated"] as const).map((key) => (
            <div key={key}>
              <dt>{t(`devices.config.${key}`)}</dt>
              <dd>
                <When at={stored[`${key}Timestamp`]} format="history" />
              </dd>
            </div>
          ))}
        </dl>
        {report.version === 0 ? (
          <p className={classes["unknown"]}>{t(`devices.config.${isReadable ? "neverRead" : "neverSet"}`)}</p>
        ) : null}
        {children}
      </FormSection>
    </EntityForm>
  );
}

/** When the device last reported its settings, ms; 0: never. */
function reportedMs({ lastReadTimestamp, lastUpdatedTimestamp }: StoredConfiguration): number {
  return Math.max(...[lastReadTimestamp, lastUpdatedTimestamp].map((at) => (at === null ? 0 : Date.parse(at))));
}
