import { Button } from "@mantine/core";
import { createRecoveryCodes } from "@pulse/contract/secondFactors";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CodeBoxes, codeDigits } from "../account/CodeBoxes.tsx";
import { useServices } from "../services/services.tsx";
import { otpauthUri } from "../session/otpauth.ts";
import { copyText } from "../ui/copyText.ts";
import { QrCode } from "../ui/QrCode.tsx";
import { FactorFailure } from "./FactorFailure.tsx";
import classes from "./Factors.module.css";
import { confirmApp, startApp } from "../session/factorClient.ts";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { useFactors } from "./useFactors.ts";

/** The set-up of an authenticator app: scan, type what it shows, store the recovery codes. */
export function AppSetUp({ email, onDone }: { email: string; onDone(): void }) {
  const { t } = useTranslation();
  const { api, config, identity } = useServices();
  const { change, failure, isBusy } = useFactors();
  const [code, setCode] = useState("");
  const [codes, setCodes] = useState<string[] | null>(null);
  const [isCopied, setCopied] = useState(false);
  const [tries, setTries] = useState(0);
  const secret = useQuery({
    queryKey: ["factors", "newApp"],
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
  const confirm = async (value: string): Promise<void> => {
    setCode(value);
    if (value.length < codeDigits || isBusy) return;
    const isOn = await change(async () => {
      await confirmApp(value);
      // Amazon's pools have no recovery codes.
      if (config.identity.mode === "embedded") setCodes((await api.call(createRecoveryCodes)).codes);
    });
    if (isOn) {
      if (config.identity.mode !== "embedded") onDone();
      return;
    }
    setCode("");
    setTries(tries + 1);
  };
  if (codes) return <RecoveryCodes codes={codes} onStored={onDone} />;
  if (secret.isError) return <FactorFailure failure={{ text: t("factors.failure.signInAgain"), isOldSignIn: true }} />;
  if (secret.data === undefined) return null;
  const { data: key } = secret;
  return (
    <div className={classes["setUp"]}>
      <p className={classes["lead"]}>{t("factors.app.scan")}</p>
      <QrCode text={otpauthUri(key, { host: window.location.hostname, email })} label={t("factors.app.qr")} />
      <p className={classes["lead"]}>
        {t("factors.app.key")} <code>{key.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
      <Button variant="default" onClick={() => void copyText(key).then(setCopied)}>
        {t(isCopied ? "factors.copied" : "factors.app.copy")}
      </Button>
      <p className={classes["lead"]}>{t("factors.app.type")}</p>
      <CodeBoxes
        key={tries}
        name="code"
        value={code}
        error={failure && !failure.isOldSignIn ? failure.text : null}
        onChange={(value) => void confirm(value)}
      />
      {failure?.isOldSignIn ? <FactorFailure failure={failure} /> : null}
    </div>
  );
}
