import { Button } from "@mantine/core";
import type { User } from "@pulse/contract/users";
import { IconMailForward } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { EntityPage } from "../entity/EntityPage.tsx";
import { useLetters } from "../entity/useLetters.ts";
import { useMe } from "../shell/person.api.ts";
import { When } from "../time/When.tsx";
import { ResetFactors } from "./ResetFactors.tsx";
import { useResend } from "./useResend.ts";
import { UserActivation } from "./UserActivation.tsx";
import { UserForm } from "./UserForm.tsx";
import { users } from "./users.ts";
import { UserStatusBadge } from "./UserStatusBadge.tsx";

/** One person, or the invitation of another. */
export default function UserPage() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  const can = useLetters("user_management");
  const resend = useResend();
  return (
    <EntityPage
      noun={users}
      badge={({ status, active }) => <UserStatusBadge status={status} active={active} />}
      facts={(user) => <Facts user={user} />}
      isDeletable={({ id }) => id !== me?.id}
      actions={(user) =>
        can.u && (
          <>
            {user.status === "invited" ? (
              <Button
                variant="default"
                leftSection={<IconMailForward size={16} stroke={1.75} aria-hidden="true" />}
                onClick={() => resend(user)}
              >
                {t("access.users.resend")}
              </Button>
            ) : user.id === me?.id ? null : (
              <ResetFactors user={user} />
            )}
            {user.id === me?.id ? null : <UserActivation user={user} />}
          </>
        )
      }
    >
      {(user, scope) => <UserForm user={user} scope={scope} />}
    </EntityPage>
  );
}

function Facts({ user: { email, lastSignInAt, mfaEnabled } }: { user: User }) {
  const { t } = useTranslation();
  return (
    <>
      <span>{email}</span>
      <span>
        {t("access.users.lastSignIn")}{" "}
        <b>
          <When at={lastSignInAt} format="ago" />
        </b>
      </span>
      <span>{t(mfaEnabled ? "access.users.mfaOn" : "access.users.mfaOff")}</span>
    </>
  );
}
