import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FormFailure } from "../FormFailure.tsx";
import classes from "./SignIn.module.css";

/** Signs in with a passkey of the e-mail in the form around it. */
export function PasskeyButton({ onSignIn }: { onSignIn(email: string): Promise<void> }) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const use = async (form: HTMLFormElement | null): Promise<void> => {
    const field = form?.querySelector<HTMLInputElement>("[name=email]");
    if (!field || !field.value.includes("@")) {
      setFailure(t("signInSteps.passkeyEmail"));
      field?.focus();
      return;
    }
    setFailure(null);
    setBusy(true);
    try {
      await onSignIn(field.value);
    } catch (error) {
      setFailure(t(`signInSteps.passkeyFailure.${passkeyFailureOf(error)}`));
    }
    setBusy(false);
  };
  return (
    <>
      <Button
        className={classes["submit"] ?? ""}
        variant="default"
        loading={isBusy}
        onClick={({ currentTarget }) => void use(currentTarget.form)}
      >
        {t("signInSteps.passkey")}
      </Button>
      <FormFailure text={failure} />
    </>
  );
}

/** The browser's or the provider's error as one of the reasons shown to people. */
function passkeyFailureOf(error: unknown): "canceled" | "refused" | "unsupported" | "other" {
  const { name } = error instanceof Error ? error : new Error(String(error));
  // The client library's names, and the browser's own for a prompt that was closed or found no passkey.
  if (/Cancel|NotAllowedError/.test(name)) return "canceled";
  if (/NotSupported|WebAuthnConfigurationMissing|RelyingParty/.test(name)) return "unsupported";
  return /^(NotAuthorized|WebAuthn)/.test(name) ? "refused" : "other";
}
