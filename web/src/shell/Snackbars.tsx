import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services.tsx";
import type { Failure, Said } from "./appStore.ts";
import { connectionCodes } from "../live/connectivity.ts";
import classes from "./Snackbars.module.css";
import { useAppState } from "./useAppState.ts";

const icons = { error: IconAlertTriangle, success: IconCircleCheck, info: IconInfoCircle };

/** The messages at the bottom centre: grey for messages and success, crimson for errors. */
export function Snackbars() {
  const { app } = useServices();
  const error = useAppState((state) => state.error);
  const success = useAppState((state) => state.success);
  const info = useAppState((state) => state.info);
  return (
    <div className={classes["place"]}>
      <Bar kind="error" said={error} onDismiss={app.clearError} />
      <Bar kind="success" said={success} onDismiss={app.clearSuccess} />
      {/* The connection's own have a banner. */}
      <Bar kind="info" said={info !== null && connectionCodes.has(info.code) ? null : info} onDismiss={app.clearInfo} />
    </div>
  );
}

interface Props {
  kind: keyof typeof icons;
  said: Failure | Said | null;
  onDismiss(): void;
}

function Bar({ kind, said, onDismiss }: Props) {
  const { t } = useTranslation();
  const Icon = icons[kind];
  const description = said !== null && "description" in said ? said.description : undefined;
  if (said === null) return null;
  return (
    <div key={serialOf(said)} className={classes["bar"]} data-kind={kind} role={kind === "error" ? "alert" : "status"}>
      <Icon size={17} stroke={1.8} aria-hidden="true" />
      <span className={classes["text"]}>
        {said.message}
        {description === undefined ? null : <small>{description}</small>}
      </span>
      <button type="button" aria-label={t("snackbar.dismiss")} onClick={onDismiss}>
        <IconX size={16} stroke={1.9} aria-hidden="true" />
      </button>
    </div>
  );
}

// What is said twice in the same words is read out twice: a new message is a new element.
const serials = new WeakMap<Failure | Said, number>();
let lastSerial = 0;
function serialOf(said: Failure | Said): number {
  const serial = serials.get(said) ?? ++lastSerial;
  serials.set(said, serial);
  return serial;
}
