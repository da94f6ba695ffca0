import { Button } from "@mantine/core";
import { resetUserFactors, type User } from "@pulse/contract/users";
import { IconKeyOff } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNounCache } from "../entity/entity.api.ts";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { useServices } from "../services/services.tsx";
import { users } from "./users.ts";

/** Lets somebody in who has lost the phone or the app, after a question that says what is removed. */
export function ResetFactors({ user }: { user: User }) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const { changed } = useNounCache(users);
  const [isOpen, setOpen] = useState(false);
  const reset = useMutation({
    mutationFn: () => api.call(resetUserFactors, { params: { id: user.id } }),
    onSuccess: async ({ email }) => {
      setOpen(false);
      snackbars.success(t("access.users.factorsReset", { email }));
      await changed();
    },
  });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconKeyOff size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => {
          reset.reset();
          setOpen(true);
        }}
      >
        {t("access.users.resetFactors")}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t("access.users.resetFactorsTitle", { email: user.email })}
        text={t("access.users.resetFactorsText")}
        confirm={t("access.users.resetFactors")}
        isDestructive
        isBusy={reset.isPending}
        failure={reset.error}
        onConfirm={() => reset.mutate()}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
