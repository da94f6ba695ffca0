import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from "@tabler/icons-react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services.tsx";
import classes from "./Snackbars.module.css";

const icons = { error: IconAlertTriangle, success: IconCircleCheck, info: IconInfoCircle };

/** The messages at the bottom centre: grey for messages and success, crimson for errors. */
export function Snackbars() {
  const { t } = useTranslation();
  const { snackbars } = useServices();
  const shown = useSyncExternalStore(snackbars.subscribe, snackbars.current);
  return (
    <div className={classes["place"]}>
      {shown.map(({ kind, text, serial }) => {
        const Icon = icons[kind];
        return (
          <div key={serial} className={classes["bar"]} data-kind={kind} role={kind === "error" ? "alert" : "status"}>
            <Icon size={17} stroke={1.8} aria-hidden="true" />
            {text}
            <button type="button" aria-label={t("snackbar.dismiss")} onClick={() => snackbars.dismiss(kind)}>
              <IconX size={16} stroke={1.9} aria-hidden="true" />
            </button>
          </div>
        );
      })}
    </div>
  );
}
