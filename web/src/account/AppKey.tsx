import { Button } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { otpauthUri } from "../session/otpauth.ts";
import { copyText } from "../ui/copyText.ts";
import { QrCode } from "../ui/QrCode.tsx";
import classes from "./Factor.module.css";

/** What an authenticator app needs: a QR code, the same key to type, and a link for an app on this very device. */
export function AppKey({ base32Key, email }: { base32Key: string; email: string }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const address = otpauthUri(base32Key, { host: window.location.hostname, email });
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <div className={classes["key"]}>
      <QrCode text={address} label={t("signInSteps.qr")} />
      <div>
        <p>{t("signInSteps.key")}</p>
        <code>{base32Key.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
        <Button
          variant="default"
          leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => void copyText(base32Key).then(setCopied)}
        >
          {t(isCopied ? "signInSteps.copied" : "signInSteps.copyKey")}
        </Button>
      </div>
      <Button className={classes["onPhone"] ?? ""} variant="default" component="a" href={address}>
        {t("signInSteps.openApp")}
      </Button>
    </div>
  );
}
