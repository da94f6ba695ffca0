import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import type { RememberedDevice } from "../session/ownAccount.ts";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { FormSection } from "../form/FormSection.tsx";
import { browserText } from "../text/browserText.ts";
import { DeviceRow } from "./DeviceRow.tsx";
import classes from "./Profile.module.css";

/**
 * The browsers that sign in without a code.
 * @param isCompanySignIn the company's own sign-in brought the person, which asks for no code of ours
 */
export function DevicesSection({ isCompanySignIn = false }: { isCompanySignIn?: boolean }) {
  const { t } = useTranslation();
  const { identity, snackbars } = useServices();
  const queries = useQueryClient();
  const [toForget, setToForget] = useState<RememberedDevice | null>(null);
  const devices = useQuery({ queryKey: ["devices"], queryFn: async () => (await identity()).listDevices() });
  const forgetting = useMutation({
    mutationFn: async ({ id }: RememberedDevice) => (await identity()).forgetDevice(id),
    onSuccess: (_, { id }) => {
      setToForget(null);
      queries.setQueryData<RememberedDevice[]>(["devices"], (known = []) => known.filter((device) => device.id !== id));
      snackbars.success(t("profile.devices.forgotten"));
    },
  });
  const { data = [], isPending, isError } = devices;
  return (
    <FormSection title={t("profile.devices.title")} isBare>
      {isError ? (
        <div className={classes["note"]} role="alert">
          <p>{t("profile.devices.failed")}</p>
          <Button variant="default" onClick={() => void devices.refetch()}>
            {t("app.retry")}
          </Button>
        </div>
      ) : data.length === 0 ? (
        <p className={classes["note"]}>
          {isPending ? "\u00A0" : t(isCompanySignIn ? "profile.devices.noneKnown" : "profile.devices.none")}
        </p>
      ) : (
        <ul className={classes["devices"]}>
          {data.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              onForget={() => {
                forgetting.reset();
                setToForget(device);
              }}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={toForget !== null}
        title={t("profile.devices.forgetTitle", {
          name: toForget === null ? "" : browserText(toForget.name) || t("profile.devices.unnamed"),
        })}
        text={t("profile.devices.forgetText")}
        confirm={t("profile.devices.forget")}
        isBusy={forgetting.isPending}
        failure={forgetting.error}
        onConfirm={() => toForget && forgetting.mutate(toForget)}
        onClose={() => setToForget(null)}
      />
    </FormSection>
  );
}
