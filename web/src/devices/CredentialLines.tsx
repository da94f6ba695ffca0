import { ActionIcon, CopyButton, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./Credentials.module.css";

/** One setting with its name on the screen. */
export interface CredentialLine {
  key: string;
  label: string;
  value: string;
}

/** Settings for another device's configuration page, each ready to copy. */
export function CredentialLines({ lines }: { lines: readonly CredentialLine[] }) {
  return (
    <dl className={classes["lines"]}>
      {lines.map(({ key, label, value }) => (
        <div key={key + value} data-secret={key === "password" || undefined} data-setting={key}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          <dd>
            <CopyValue name={label} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A button that copies a value. */
export function CopyValue({ name, value }: { name: string; value: string }) {
  const { t } = useTranslation();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => {
        const label = copied ? t("devices.copied") : t("devices.copy", { name });
        const Icon = copied ? IconCheck : IconCopy;
        return (
          <Tooltip label={label}>
            <ActionIcon onClick={copy} aria-label={label}>
              <Icon size={16} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        );
      }}
    </CopyButton>
  );
}
