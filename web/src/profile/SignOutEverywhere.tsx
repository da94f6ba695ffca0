import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import classes from "./Profile.module.css";

/** Ends the sessions of all browsers, once confirmed; this one's too. */
export function SignOutEverywhere() {
  const { t } = useTranslation();
  const { identity, signOut } = useServices();
  const [isAsked, setAsked] = useState(false);
  const ending = useMutation({
    mutationFn: async () => (await identity()).signOutEverywhere(),
    onSuccess: signOut,
  });
  return (
    <>
      <Button
        variant="default"
        className={classes["danger"]}
        onClick={() => {
          ending.reset();
          setAsked(true);
        }}
      >
        {t("profile.devices.signOutAll")}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={t("profile.devices.signOutTitle")}
        text={t("profile.devices.signOutText")}
        confirm={t("profile.devices.signOutAll")}
        isDestructive
        isBusy={ending.isPending}
        failure={ending.error}
        onConfirm={() => ending.mutate()}
        onClose={() => setAsked(false)}
      />
    </>
  );
}
