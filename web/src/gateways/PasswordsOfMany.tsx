import { Button, Modal } from "@mantine/core";
import { createCredentialsOfHardwares, type GatewayCredentials } from "@pulse/contract/gatewayConnection";
import type { Hardware } from "@pulse/contract/gateways";
import { IconDownload, IconFileZip } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import classes from "../form/Dialog.module.css";
import { dialogClasses } from "../form/dialogClasses.ts";
import { useServices } from "../services/services.tsx";
import { csvFileName, saveCsv, saveFile } from "../table/csv.ts";
import { credentialsFile } from "./credentialsFile.ts";
import { provisioningFiles } from "./provisioningFile.ts";
import { zipFile } from "./zipFile.ts";

interface Props {
  siteId: string;
  /** The gateways that get new passwords; empty: nobody has asked. */
  gateways: readonly Hardware[];
  onClose(): void;
}

/** Asks, makes new MQTT passwords for several gateways, and hands them over as a file: they are shown only here. */
export function PasswordsOfMany({ siteId, gateways, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [created, setCreated] = useState<readonly GatewayCredentials[] | null>(null);
  const creating = useMutation({
    mutationFn: () =>
      api.call(createCredentialsOfHardwares, {
        query: { siteId },
        body: { hardwareIds: gateways.map(({ id }) => id) },
      }),
    onSuccess: setCreated,
  });
  const save = (): void =>
    saveCsv(
      csvFileName("gateway_passwords"),
      credentialsFile(created ?? [], {
        name: t("gateways.name"),
        mac: t("gateways.mac"),
        type: t("gateways.type"),
        settingOf: (key) => t(`gateways.broker.settings.${key}`),
      }),
    );
  const close = (): void => {
    creating.reset();
    setCreated(null);
    onClose();
  };
  if (created === null)
    return (
      <ConfirmDialog
        isOpen={gateways.length > 0}
        title={t("gateways.passwords.title", { count: gateways.length })}
        text={t("gateways.passwords.text")}
        confirm={t("gateways.passwords.make")}
        isBusy={creating.isPending}
        failure={creating.error}
        onConfirm={() => creating.mutate()}
        onClose={close}
      />
    );
  const files = provisioningFiles(created);
  return (
    <Modal
      opened
      onClose={close}
      title={t("gateways.passwords.made", { count: created.length })}
      centered
      size={440}
      radius="xl"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      classNames={dialogClasses}
    >
      <div className={classes["question"]}>
        <p>{t("gateways.passwords.once")}</p>
        {files.length === 0 ? null : <p>{t("gateways.passwords.files", { count: files.length })}</p>}
        <div className={classes["actions"]}>
          <Button variant="default" onClick={close}>
            {t("gateways.broker.done")}
          </Button>
          {files.length === 0 ? null : (
            <Button
              variant="default"
              onClick={() => saveFile("gateway_configurations.zip", zipFile(files))}
              leftSection={<IconFileZip size={16} stroke={1.75} aria-hidden="true" />}
            >
              {t("gateways.passwords.saveFiles", { count: files.length })}
            </Button>
          )}
          <Button
            onClick={save}
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
            data-autofocus
          >
            {t("gateways.passwords.save")}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
