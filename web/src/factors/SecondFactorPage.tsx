import { Button } from "@mantine/core";
import type { UserInfo } from "@pulse/contract/users";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { laterKey } from "../account/laterKey.ts";
import { useServices } from "../services/services.tsx";
import { canUsePasskeys } from "../session/passkeySupport.ts";
import { redirectTarget } from "../session/redirectTarget.ts";
import { useMe } from "../shell/person.api.ts";
import { useTitle } from "../shell/useTitle.ts";
import { AppSetUp } from "./AppSetUp.tsx";
import { FactorFailure } from "./FactorFailure.tsx";
import classes from "./Factors.module.css";
import { addPasskey, setFactor } from "../session/factorClient.ts";
import { useFactors } from "./useFactors.ts";

/** `/second-factor`: somebody without a second factor sets one up, or leaves it for later where that is allowed. */
export default function SecondFactorPage() {
  const { t } = useTranslation();
  const { data: me } = useMe();
  useTitle(t("factors.page.title"));
  return (
    <main className={classes["page"]}>
      <h1>{t("factors.page.title")}</h1>
      {me === undefined ? null : <Choice me={me} />}
    </main>
  );
}

function Choice({ me }: { me: UserInfo }) {
  const { t } = useTranslation();
  const { signOut } = useServices();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const { change, failure, isBusy } = useFactors();
  const [isApp, setApp] = useState(false);
  const goOn = (): void => void navigate(redirectTarget(search), { replace: true });
  const set = (act: () => Promise<void>): void => void change(act).then((isSet) => isSet && goOn());
  const has = (factor: UserInfo["secondFactors"][number]): boolean => me.secondFactors.includes(factor);
  if (isApp) return <AppSetUp email={me.email} onDone={goOn} />;
  return (
    <>
      <p className={classes["lead"]}>{t(me.secondFactorRequired ? "factors.page.required" : "factors.page.hint")}</p>
      {has("passkey") && canUsePasskeys() ? (
        <Button disabled={isBusy} onClick={() => set(addPasskey)}>
          {t("factors.page.passkey")}
        </Button>
      ) : null}
      {has("totp") ? (
        <Button variant="default" disabled={isBusy} onClick={() => setApp(true)}>
          {t("factors.page.app")}
        </Button>
      ) : null}
      {has("email") ? (
        <Button variant="default" disabled={isBusy} onClick={() => set(() => setFactor("email", "PREFERRED"))}>
          {t("factors.page.email", { email: me.email })}
        </Button>
      ) : null}
      <FactorFailure failure={failure} />
      {me.secondFactorRequired ? (
        <Button variant="subtle" onClick={signOut}>
          {t("user.signOut")}
        </Button>
      ) : (
        <Button
          variant="subtle"
          onClick={() => {
            sessionStorage.setItem(laterKey, "1");
            goOn();
          }}
        >
          {t("factors.page.later")}
        </Button>
      )}
    </>
  );
}
