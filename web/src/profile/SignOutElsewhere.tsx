import { Button } from "@mantine/core";
import { endOtherOwnSessions } from "@pulse/contract/ownSessions";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { useServices } from "../services/services.tsx";

/** Ends the sessions of all other browsers, once confirmed. */
export function SignOutElsewhere() {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const ending = useMutation({
    mutationFn: () => api.call(endOtherOwnSessions),
    onSuccess: ({ ended }) => {
      setAsked(false);
      snackbars.success(t("profile.sessions.othersEnded", { count: ended }));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["sessions"] }),
  });
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          ending.reset();
          setAsked(true);
        }}
      >
        {t("profile.sessions.endOthers")}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={t("profile.sessions.othersTitle")}
        text={t("profile.sessions.othersText")}
        confirm={t("profile.sessions.endOthers")}
        isBusy={ending.isPending}
        failure={ending.error}
        onConfirm={() => ending.mutate()}
        onClose={() => setAsked(false)}
      />
    </>
  );
}
