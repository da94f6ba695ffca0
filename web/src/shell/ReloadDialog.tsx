import { Button, Modal } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services.tsx";
import classes from "./ReloadDialog.module.css";

// Its own, though like the forms': styles that the first page shares with later ones would come before Mantine's.
const looks = {
  content: classes["content"] ?? "",
  header: classes["header"] ?? "",
  title: classes["title"] ?? "",
  body: classes["body"] ?? "",
};
const stays = (): void => undefined;

/** The server has moved on to a version that this app does not speak: there is nothing to do but to load the new one. */
export function ReloadDialog() {
  const { t } = useTranslation();
  const { version, signOut } = useServices();
  const isOutdated = useSyncExternalStore(version.subscribe, version.isOutdated);
  const reload = (): void => {
    signOut();
    window.location.reload();
  };
  return (
    <Modal
      opened={isOutdated}
      onClose={stays}
      title={t("frame.reload.title")}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      centered
      radius="xl"
      size={440}
      zIndex={997}
      classNames={looks}
    >
      <p className={classes["text"]}>{t("frame.reload.text")}</p>
      <div className={classes["foot"]}>
        <Button onClick={reload} data-autofocus>
          {t("frame.reload.button")}
        </Button>
      </div>
    </Modal>
  );
}
