import type { User } from "@pulse/contract/users";
import { IconShieldCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useMe } from "../shell/person.api.ts";
import { When } from "../time/When.tsx";
import type { Column } from "../table/Column.ts";
import { predefinedName } from "./predefinedName.ts";
import { personName } from "./personName.ts";
import classes from "./userColumns.module.css";
import { UserStatusBadge } from "./UserStatusBadge.tsx";

/** The columns of the list of users. */
export function useUserColumns(): readonly Column<User>[] {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const none = t("table.noValue");
  return [
    {
      key: "name",
      header: t("access.users.name"),
      sortField: "given_name",
      cell: (user) => (
        <span className={classes["name"]}>
          <span>{personName(user)}</span>
          {user.id === me?.id ? <small>{t("access.users.you")}</small> : null}
        </span>
      ),
      csv: personName,
    },
    {
      key: "email",
      header: t("access.users.email"),
      share: 3,
      sortField: "email",
      onPhone: "line",
      cell: ({ email }) => email,
      csv: ({ email }) => email,
    },
    {
      key: "role",
      header: t("access.users.role"),
      onPhone: "line",
      cell: ({ role }) => (role === null ? none : predefinedName(role.name)),
      csv: ({ role }) => role?.name,
    },
    {
      key: "group",
      header: t("access.users.group"),
      cell: ({ group }) => (group === null ? none : predefinedName(group.name)),
      csv: ({ group }) => group?.name,
    },
    {
      key: "status",
      header: t("access.users.state"),
      width: 116,
      onPhone: "end",
      cell: ({ status, active }) => <UserStatusBadge status={status} active={active} />,
      csv: ({ status, active }) => (active ? status : "deactivated"),
    },
    {
      key: "phone_number",
      header: t("access.users.phone"),
      width: 164,
      cell: (user) => <Phone user={user} />,
      csv: ({ phoneNumber }) => phoneNumber,
    },
    {
      key: "last_sign_in_at",
      header: t("access.users.lastSignIn"),
      align: "end",
      width: 148,
      cell: ({ lastSignInAt }) => <When at={lastSignInAt} format="ago" />,
      csv: ({ lastSignInAt }) => lastSignInAt,
    },
  ];
}

function Phone({ user: { phoneNumber, phoneNumberVerified, mfaEnabled } }: { user: User }) {
  const { t } = useTranslation();
  if (phoneNumber === null) return t("table.noValue");
  return (
    <span className={classes["phone"]}>
      {phoneNumber}
      {mfaEnabled ? (
        <span role="img" aria-label={t("access.users.mfaOn")} title={t("access.users.mfaOn")}>
          <IconShieldCheck size={15} stroke={1.75} aria-hidden="true" />
        </span>
      ) : phoneNumberVerified ? null : (
        <small>{t("access.users.unverified")}</small>
      )}
    </span>
  );
}
