import { deleteUser, listUsers, type User, userSortFields } from "@pulse/contract/users";
import { IconMailForward, IconUsers } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useMe } from "../session/person.api.ts";
import type { TableAction } from "../table/Column.ts";
import { AccessList } from "./AccessList.tsx";
import { useCustomerScope } from "./useCustomerScope.ts";
import { useLetters } from "./useLetters.ts";
import { useResend } from "./useResend.ts";
import { personName, useUserColumns } from "./userColumns.tsx";

/** The people of a customer. */
export default function UsersPage() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const can = useLetters("user_management");
  const resend: TableAction<User> = {
    key: "resend",
    label: t("access.users.resend"),
    icon: <IconMailForward size={16} stroke={1.75} aria-hidden="true" />,
    run: useResend(),
  };
  return (
    <AccessList
      noun="users"
      area="user_management"
      icon={IconUsers}
      scope={useCustomerScope()}
      list={listUsers}
      remove={deleteUser}
      columns={useUserColumns()}
      sortFields={userSortFields}
      sort="given_name"
      nameOf={personName}
      // People cannot delete themselves by accident.
      isDeletable={({ id }: User) => id !== me?.id}
      more={({ status }) => (can.u && status === "invited" ? [resend] : [])}
    />
  );
}
