import type { UserInfo } from "@pulse/contract/users";
import { IconDeviceMobileMessage, IconFingerprint, IconMail, IconQrcode } from "@tabler/icons-react";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import own from "../account/Account.module.css";
import { useAccountRoute } from "../account/accountRoute.ts";
import { ChoiceButton } from "../account/ChoiceButton.tsx";
import choices from "../account/Factor.module.css";
import { laterKey } from "../account/laterKey.ts";
import classes from "../account/signIn/SignIn.module.css";
import { SignOutLink } from "../account/SignOutLink.tsx";
import { addPasskey, setFactor } from "../session/factorClient.ts";
import { canUsePasskeys } from "../session/passkeySupport.ts";
import { FactorFailure } from "./FactorFailure.tsx";
import { useFactors } from "./useFactors.ts";

type Factor = UserInfo["secondFactors"][number];

const icons: Record<Factor, ComponentProps<typeof ChoiceButton>["icon"]> = {
  passkey: IconFingerprint,
  totp: IconQrcode,
  sms: IconDeviceMobileMessage,
  email: IconMail,
};
const textOf = { passkey: "passkey", totp: "app", sms: "sms", email: "email" } as const;
/** The best protection first. */
const order: Factor[] = ["passkey", "totp", "sms", "email"];

interface Props {
  me: UserInfo;
  onApp(): void;
  /** A factor is on, or the person leaves it for later. */
  onDone(): void;
}

/** The second factors that somebody may set up, each with what it means. */
export function FactorsToChoose({ me, onApp, onDone }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const route = useAccountRoute();
  const { change, failure, isBusy } = useFactors();
  const [chosen, setChosen] = useState<Factor | null>(null);
  const offered = order.filter(
    (factor) => me.secondFactors.includes(factor) && (factor !== "passkey" || canUsePasskeys()),
  );
  // Where texts count, a phone number is asked for until there is something in its place.
  const mayWait = !me.secondFactorRequired && !me.secondFactors.includes("sms");
  const choose = (factor: Factor): void => {
    if (factor === "totp") return onApp();
    if (factor === "sms") return void navigate(route.to("/register-phone"));
    setChosen(factor);
    const setUp = factor === "passkey" ? addPasskey : () => setFactor("email", "PREFERRED");
    void change(setUp).then((isOn) => isOn && onDone());
  };
  return (
    <>
      <p className={classes["lead"]}>{t(me.secondFactorRequired ? "factors.page.required" : "factors.page.hint")}</p>
      <FactorFailure failure={failure} />
      {offered.length === 0 ? (
        <p>{t("factors.page.impossible")}</p>
      ) : (
        <ul className={choices["choices"]}>
          {offered.map((factor) => (
            <li key={factor}>
              <ChoiceButton
                icon={icons[factor]}
                title={t(`factors.page.${textOf[factor]}`)}
                hint={t(`factors.page.${textOf[factor]}Hint`, { email: me.email })}
                isBusy={isBusy && chosen === factor}
                isDisabled={isBusy}
                onChoose={() => choose(factor)}
              />
            </li>
          ))}
        </ul>
      )}
      {mayWait ? <Later onLater={onDone} /> : <SignOutLink />}
    </>
  );
}

function Later({ onLater }: { onLater(): void }) {
  const { t } = useTranslation();
  const later = (): void => {
    sessionStorage.setItem(laterKey, "1");
    onLater();
  };
  return (
    <p className={own["foot"]}>
      <button type="button" className={classes["link"]} onClick={later}>
        {t("factors.page.later")}
      </button>
      <br />
      <small>{t("factors.page.laterHint")}</small>
    </p>
  );
}
