import { Button } from "@mantine/core";
import { setUserActive, type User } from "@pulse/contract/users";
import { IconUserCheck, IconUserOff } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNounCache } from "../entity/entity.api.ts";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { useServices } from "../services/services.tsx";
import { users } from "./users.ts";

/** Deactivates a user after a question that says what that means, or activates them again. */
export function UserActivation({ user }: { user: User }) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const { changed } = useNounCache(users);
  const [isOpen, setOpen] = useState(false);
  const change = useMutation({
    mutationFn: (active: boolean) => api.call(setUserActive, { params: { id: user.id }, body: { active } }),
    onSuccess: async ({ email, active }) => {
      setOpen(false);
      snackbars.success(t(active ? "access.users.activated" : "access.users.deactivated", { email }));
      await changed();
    },
  });
  if (!user.active)
    return (
      <Button
        variant="default"
        leftSection={<IconUserCheck size={16} stroke={1.75} aria-hidden="true" />}
        loading={change.isPending}
        onClick={() => change.mutate(true)}
      >
        {t("access.users.activate")}
      </Button>
    );
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUserOff size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => {
          change.reset();
          setOpen(true);
        }}
      >
        {t("access.users.deactivate")}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t("access.users.deactivateTitle", { email: user.email })}
        text={t("access.users.deactivateText")}
        confirm={t("access.users.deactivate")}
        isDestructive
        isBusy={change.isPending}
        failure={change.error}
        onConfirm={() => change.mutate(false)}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
