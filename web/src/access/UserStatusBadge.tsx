import type { UserStatus } from "@pulse/contract/users";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./UserStatusBadge.module.css";

// Shapes carry the meaning without colour: filled is active, open is invited, broken waits for the person.
const shapes: Record<UserStatus, ReactNode> = {
  active: <circle cx="6" cy="6" r="4.2" fill="currentColor" />,
  invited: <circle cx="6" cy="6" r="3.9" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  unconfirmed: (
    <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2 2.2" />
  ),
  reset_required: <path d="M6 1.6 10.6 10H1.4Z" fill="none" stroke="currentColor" strokeWidth="1.5" />,
};

/** Whether a person can sign in already, and what is still missing. */
export function UserStatusBadge({ status }: { status: UserStatus }) {
  const { t } = useTranslation();
  return (
    <span className={classes["badge"]} data-status={status}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        {shapes[status]}
      </svg>
      {t(`access.users.status.${status}`)}
    </span>
  );
}
