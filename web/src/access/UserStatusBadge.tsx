import type { UserStatus } from "@pulse/contract/users";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ShapeBadge } from "../ui/ShapeBadge.tsx";

// Shapes carry the meaning without colour: filled is active, open is invited, broken waits for the person.
const shapes: Record<UserStatus, ReactNode> = {
  active: <circle cx="6" cy="6" r="4.2" fill="currentColor" />,
  invited: <circle cx="6" cy="6" r="3.9" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  unconfirmed: (
    <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2 2.2" />
  ),
  reset_required: <path d="M6 1.6 10.6 10H1.4Z" fill="none" stroke="currentColor" strokeWidth="1.5" />,
};

const deactivated = <path d="M2.5 2.5 9.5 9.5M9.5 2.5 2.5 9.5" stroke="currentColor" strokeWidth="1.6" />;

const tones = { active: "ok", invited: "quiet", unconfirmed: "quiet", reset_required: "warn" } as const;

/** Whether a person can sign in already, and what is still missing. */
export function UserStatusBadge({ status, active }: { status: UserStatus; active: boolean }) {
  const { t } = useTranslation();
  if (!active) return <ShapeBadge shape={deactivated} tone="quiet" text={t("access.users.status.deactivated")} />;
  return <ShapeBadge shape={shapes[status]} tone={tones[status]} text={t(`access.users.status.${status}`)} />;
}
