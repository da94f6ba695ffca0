import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import { canUsePasskeys } from "../session/passkeySupport.ts";
import { When } from "../time/When.tsx";
import { FactorRow } from "./FactorRow.tsx";
import { RemoveFactor } from "./RemoveFactor.tsx";
import classes from "./Factors.module.css";
import { addPasskey, removePasskey } from "../session/factorClient.ts";
import type { Passkey } from "../session/ownAccount.ts";

interface Props {
  passkeys: Passkey[];
  isBusy: boolean;
  change(act: () => Promise<void>): Promise<boolean>;
}

/** The passkeys of the signed-in person: to add, rename and delete. */
export function PasskeyRows({ passkeys, isBusy, change }: Props) {
  const { t } = useTranslation();
  const isPossible = canUsePasskeys();
  return (
    <>
      <FactorRow
        name={t("factors.passkey.title")}
        state={t(isPossible ? "factors.passkey.hint" : "factors.passkey.impossible")}
      >
        {isPossible ? (
          <Button variant="default" disabled={isBusy} onClick={() => void change(addPasskey)}>
            {t("factors.passkey.add")}
          </Button>
        ) : null}
      </FactorRow>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} isBusy={isBusy} change={change} />
      ))}
    </>
  );
}

function PasskeyRow({ passkey, isBusy, change }: { passkey: Passkey } & Pick<Props, "isBusy" | "change">) {
  const { t } = useTranslation();
  const { config, identity } = useServices();
  const [name, setName] = useState<string | null>(null);
  const rename = async (to: string): Promise<void> => {
    if (await change(async () => (await identity()).renamePasskey(passkey.id, to))) setName(null);
  };
  return (
    <div className={classes["row"]}>
      <div className={classes["text"]}>
        {name === null ? (
          <div className={classes["name"]}>{passkey.name}</div>
        ) : (
          <TextInput
            aria-label={t("factors.passkey.name")}
            value={name}
            maxLength={131}
            autoFocus
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
        <Dates passkey={passkey} />
      </div>
      <div className={classes["buttons"]}>
        {/* Amazon's pools cannot rename one. */}
        {config.identity.mode !== "embedded" ? null : name === null ? (
          <Button
            variant="default"
            disabled={isBusy}
            aria-label={t("factors.passkey.renameOne", { name: passkey.name })}
            onClick={() => setName(passkey.name)}
          >
            {t("factors.passkey.rename")}
          </Button>
        ) : (
          <Button disabled={isBusy || name.trim() === ""} onClick={() => void rename(name.trim())}>
            {t("form.save")}
          </Button>
        )}
        <RemoveFactor
          name={passkey.name}
          text={t("factors.passkey.removeText")}
          isBusy={isBusy}
          onRemove={() => change(() => removePasskey(passkey.id))}
        />
      </div>
    </div>
  );
}

/** When the passkey was added and last used. Amazon's pools do not say the second. */
function Dates({ passkey: { createdMs, lastUsedMs } }: { passkey: Passkey }) {
  const { t } = useTranslation();
  const { config } = useServices();
  const used =
    lastUsedMs !== null ? (
      <Trans i18nKey="factors.passkey.used" components={{ 1: <When at={lastUsedMs} format="sentence" /> }} />
    ) : config.identity.mode === "embedded" ? (
      t("factors.passkey.unused")
    ) : null;
  return (
    <p>
      <Trans i18nKey="factors.passkey.created" components={{ 1: <When at={createdMs} format="sentence" /> }} />
      {used === null ? null : <> · {used}</>}
    </p>
  );
}
