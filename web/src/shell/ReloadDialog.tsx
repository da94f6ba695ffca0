import { Button } from "@mantine/core";
import { useEffect, useId, useRef, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import classes from "./ReloadDialog.module.css";

/**
 * Shown when the server has a version that this app is not compatible with, so the new app must be loaded. It is the
 * browser's own dialog and part of the first chunk: a server with a new version no longer has the old files.
 */
export function ReloadDialog() {
  const { version } = useServices();
  return useSyncExternalStore(version.subscribe, version.isOutdated) ? <OpenDialog /> : null;
}

function OpenDialog() {
  const { t } = useTranslation();
  const { signOut } = useServices();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const reload = (): void => {
    signOut();
    window.location.reload();
  };
  return (
    <dialog
      ref={dialog}
      className={classes["dialog"]}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      // Some browsers close on a second Escape without asking.
      onClose={() => dialog.current?.showModal()}
    >
      <h2 id={titleId}>{t("frame.reload.title")}</h2>
      <p>{t("frame.reload.text")}</p>
      <div className={classes["foot"]}>
        <Button onClick={reload} autoFocus>
          {t("frame.reload.button")}
        </Button>
      </div>
    </dialog>
  );
}
