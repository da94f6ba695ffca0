import type { GatewayStatus } from "@pulse/contract/gateways";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ShapeBadge } from "../ui/ShapeBadge.tsx";

// Shapes carry the meaning without colour: filled is online, broken is lost, a dash was never heard.
const shapes: Record<GatewayStatus, ReactNode> = {
  online: <circle cx="6" cy="6" r="4.2" fill="currentColor" />,
  offline: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2 2.2" />,
  never: <path d="M3 6H9" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />,
};

/** Whether a gateway is online. */
export function GatewayStatusBadge({ status }: { status: GatewayStatus }) {
  const { t } = useTranslation();
  const tone = status === "online" ? "ok" : "quiet";
  return <ShapeBadge shape={shapes[status]} tone={tone} text={t(`gateways.statuses.${status}`)} />;
}
