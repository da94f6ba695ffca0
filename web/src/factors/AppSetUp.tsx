import { createRecoveryCodes } from "@pulse/contract/secondFactors";
import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { AppSteps } from "../account/AppSteps.tsx";
import { useServices } from "../services/services.tsx";
import { confirmApp, factorFailure, startApp } from "../session/factorClient.ts";
import classes from "../account/signIn/SignIn.module.css";
import { FactorFailure } from "./FactorFailure.tsx";
import { useFactors } from "./useFactors.ts";

interface Props {
  email: string;
  /** The app is on. The recovery codes that come with it, which nobody can show again; null: the pool has none. */
  onConfirmed(recoveryCodes: string[] | null): void;
}

/** The set-up of an authenticator app for somebody who is signed in. */
export function AppSetUp({ email, onConfirmed }: Props) {
  const { t } = useTranslation();
  const { api, config, identity } = useServices();
  const { change, failure } = useFactors();
  const secret = useQuery({
    // Outside of `factors`: a change of those would make another key.
    queryKey: ["newAppKey"],
    queryFn: async () => {
      await identity();
      return startApp();
    },
    // One key for as long as the set-up is open, and another one the next time.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  const confirm = async (code: string): Promise<boolean> => {
    let recoveryCodes: string[] | null = null;
    const isOn = await change(async () => {
      await confirmApp(code);
      // Amazon's pools have no recovery codes.
      if (config.identity.mode === "embedded") recoveryCodes = (await api.call(createRecoveryCodes)).codes;
    });
    if (isOn) onConfirmed(recoveryCodes);
    return isOn;
  };
  if (secret.isError) {
    const reason = factorFailure(secret.error);
    return <FactorFailure failure={{ text: t(`factors.failure.${reason}`), isOldSignIn: reason === "signInAgain" }} />;
  }
  if (secret.data === undefined) return <Skeleton height={300} />;
  return (
    <>
      <p className={classes["lead"]}>{t("factors.app.setUpHint")}</p>
      <AppSteps
        base32Key={secret.data}
        email={email}
        failure={failure && !failure.isOldSignIn ? failure.text : null}
        onCode={confirm}
      />
      {failure?.isOldSignIn ? <FactorFailure failure={failure} /> : null}
    </>
  );
}
