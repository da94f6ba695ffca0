import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import type { Failure, Notice } from "../services/appStore.ts";
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
      <Bar kind="error" message={error} onDismiss={app.clearError} />
      <Bar kind="success" message={success} onDismiss={app.clearSuccess} />
      {/* The banner shows messages about the connection. */}
      <Bar
        kind="info"
        message={info !== null && connectionCodes.has(info.code) ? null : info}
        onDismiss={app.clearInfo}
      />
    </div>
  );
}

interface Props {
  kind: keyof typeof icons;
  message: Failure | Notice | null;
  onDismiss(): void;
}

function Bar({ kind, message, onDismiss }: Props) {
  const { t } = useTranslation();
  const Icon = icons[kind];
  const description = message !== null && "description" in message ? message.description : undefined;
  const action = message !== null && "action" in message ? message.action : undefined;
  if (message === null) return null;
  return (
    <div
      key={serialOf(message)}
      className={classes["bar"]}
      data-kind={kind}
      role={kind === "error" ? "alert" : "status"}
    >
      <Icon size={17} stroke={1.8} aria-hidden="true" />
      <span className={classes["text"]}>
        {message.message}
        {description === undefined ? null : <small>{description}</small>}
      </span>
      {action === undefined ? null : (
        <button
          type="button"
          className={classes["action"]}
          onClick={() => {
            onDismiss();
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" aria-label={t("snackbar.dismiss")} onClick={onDismiss}>
        <IconX size={16} stroke={1.9} aria-hidden="true" />
      </button>
    </div>
  );
}

// A repeated message gets a new element, so that screen readers announce it again.
const serials = new WeakMap<Failure | Notice, number>();
let lastSerial = 0;
function serialOf(message: Failure | Notice): number {
  const serial = serials.get(message) ?? ++lastSerial;
  serials.set(message, serial);
  return serial;
}
