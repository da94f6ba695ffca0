import { type User, userSortFields } from "@pulse/contract/users";
import { IconMailForward } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { EntityList } from "../entity/EntityList.tsx";
import { useLetters } from "../entity/useLetters.ts";
import { useMe } from "../shell/person.api.ts";
import type { TableAction } from "../table/Column.ts";
import { useAccessFamily } from "./accessFamily.tsx";
import { useResend } from "./useResend.ts";
import { useUserColumns } from "./userColumns.tsx";
import { users } from "./users.ts";

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
    <EntityList
      noun={users}
      family={useAccessFamily()}
      columns={useUserColumns()}
      sortFields={userSortFields}
      sort="given_name"
      // People cannot delete themselves by accident.
      isDeletable={({ id }) => id !== me?.id}
      more={({ status }) => (can.u && status === "invited" ? [resend] : [])}
    />
  );
}
