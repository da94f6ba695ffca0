import { Button, Modal } from "@mantine/core";
import { countRecoveryCodes, createRecoveryCodes } from "@pulse/contract/secondFactors";
import type { UserInfo } from "@pulse/contract/users";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { dialogClasses } from "../form/dialogClasses.ts";
import { FormSection } from "../form/FormSection.tsx";
import { useServices } from "../services/services.tsx";
import { AppSetUp } from "./AppSetUp.tsx";
import { FactorFailure } from "./FactorFailure.tsx";
import { FactorRow } from "./FactorRow.tsx";
import classes from "./Factors.module.css";
import { type CodeFactor, setFactor } from "../session/factorClient.ts";
import { PasskeyRows } from "./PasskeyRows.tsx";
import { RemoveFactor } from "./RemoveFactor.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { useFactors } from "./useFactors.ts";

/** How somebody signs in besides the password: authenticator app, email codes, passkeys, recovery codes. */
export function FactorsSection({ me }: { me: UserInfo }) {
  const { t } = useTranslation();
  const { api, config } = useServices();
  const { data, change, failure, isBusy } = useFactors();
  const [isApp, setApp] = useState(false);
  const [codes, setCodes] = useState<string[] | null>(null);
  const isEmbedded = config.identity.mode === "embedded";
  const left = useQuery({
    queryKey: ["factors", "recovery"],
    queryFn: async () => (await api.call(countRecoveryCodes)).left,
    enabled: isEmbedded,
  });
  if (data === undefined) return null;
  const isOn = (factor: CodeFactor): boolean => data.enabled.includes(factor);
  const set = (factor: CodeFactor, to: "DISABLED" | "PREFERRED"): void => void change(() => setFactor(factor, to));
  const preferButton = (factor: CodeFactor) =>
    data.enabled.length > 1 && isOn(factor) && data.preferred !== factor ? (
      <Button variant="default" disabled={isBusy} onClick={() => set(factor, "PREFERRED")}>
        {t("factors.prefer")}
      </Button>
    ) : null;
  const state = (factor: CodeFactor): string =>
    t(!isOn(factor) ? "form.off" : data.preferred === factor ? "factors.onFirst" : "form.on");
  return (
    <FormSection title={t("factors.title")} hint={t("factors.hint")}>
      <div className={classes["rows"]}>
        {me.secondFactors.includes("totp") || isOn("totp") ? (
          <FactorRow name={t("factors.app.title")} state={state("totp")}>
            {preferButton("totp")}
            <Button variant="default" disabled={isBusy} onClick={() => setApp(true)}>
              {t(isOn("totp") ? "factors.app.replace" : "factors.app.setUp")}
            </Button>
            {isOn("totp") ? (
              <RemoveFactor
                name={t("factors.app.title")}
                text={t("factors.app.removeText")}
                isBusy={isBusy}
                onRemove={() => change(() => setFactor("totp", "DISABLED"))}
              />
            ) : null}
          </FactorRow>
        ) : null}
        {me.secondFactors.includes("email") || isOn("email") ? (
          <FactorRow name={t("factors.email.title", { email: me.email })} state={state("email")}>
            {preferButton("email")}
            <Button
              variant="default"
              disabled={isBusy}
              onClick={() => set("email", isOn("email") ? "DISABLED" : "PREFERRED")}
            >
              {t(isOn("email") ? "factors.turnOff" : "factors.turnOn")}
            </Button>
          </FactorRow>
        ) : null}
        {isOn("sms") && data.enabled.length > 1 ? (
          <FactorRow name={t("factors.sms.title")} state={state("sms")}>
            {preferButton("sms")}
          </FactorRow>
        ) : null}
        {me.secondFactors.includes("passkey") || data.passkeys.length > 0 ? (
          <PasskeyRows passkeys={data.passkeys} isBusy={isBusy} change={change} />
        ) : null}
        {isEmbedded ? (
          <FactorRow name={t("factors.recovery.title")} state={t("factors.recovery.left", { count: left.data ?? 0 })}>
            <Button
              variant="default"
              disabled={isBusy}
              onClick={() => void change(async () => setCodes((await api.call(createRecoveryCodes)).codes))}
            >
              {t("factors.recovery.renew")}
            </Button>
          </FactorRow>
        ) : null}
        <FactorFailure failure={failure} />
      </div>
      <Modal
        opened={isApp}
        onClose={() => setApp(false)}
        title={t("factors.app.setUpTitle")}
        centered
        radius="xl"
        closeButtonProps={{ "aria-label": t("profile.close") }}
        classNames={dialogClasses}
      >
        <AppSetUp
          email={me.email}
          onConfirmed={(recoveryCodes) => {
            setApp(false);
            setCodes(recoveryCodes);
          }}
        />
      </Modal>
      <Modal
        opened={codes !== null}
        onClose={() => setCodes(null)}
        title={t("factors.recovery.storeTitle")}
        centered
        radius="xl"
        // The codes cannot be shown again.
        closeOnClickOutside={false}
        closeButtonProps={{ "aria-label": t("profile.close") }}
        classNames={dialogClasses}
      >
        {codes ? <RecoveryCodes codes={codes} onStored={() => setCodes(null)} /> : null}
      </Modal>
    </FormSection>
  );
}
