import type { GatewayStatus } from "@pulse/contract/gateways";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./Gateways.module.css";

// Shapes carry the meaning without colour: filled is online, broken was lost, a dash never came.
const shapes: Record<GatewayStatus, ReactNode> = {
  online: <circle cx="6" cy="6" r="4.2" fill="currentColor" />,
  offline: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2 2.2" />,
  never: <path d="M3 6H9" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />,
};

/** Whether a gateway is there. */
export function GatewayStatusBadge({ status }: { status: GatewayStatus }) {
  const { t } = useTranslation();
  return (
    <span className={classes["status"]} data-status={status}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        {shapes[status]}
      </svg>
      {t(`gateways.statuses.${status}`)}
    </span>
  );
}
