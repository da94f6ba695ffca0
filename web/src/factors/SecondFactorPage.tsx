import type { UserInfo } from "@pulse/contract/users";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { recoveryDue } from "../account/recoveryDue.ts";
import { BackButton } from "../account/signIn/BackButton.tsx";
import classes from "../account/signIn/SignIn.module.css";
import { SignInFrame } from "../account/signIn/SignInFrame.tsx";
import { redirectTarget } from "../session/redirectTarget.ts";
import { useMe } from "../shell/person.api.ts";
import { useTitle } from "../shell/useTitle.ts";
import { AppSetUp } from "./AppSetUp.tsx";
import { FactorsToChoose } from "./FactorsToChoose.tsx";
import { NewRecoveryCodes } from "./NewRecoveryCodes.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

/** `/second-factor`: somebody without a second factor sets one up, or leaves it for later where that is allowed. */
export default function SecondFactorPage() {
  const { data: me } = useMe();
  return <SignInFrame>{me === undefined ? null : <SetUp me={me} />}</SignInFrame>;
}

type Step =
  | { kind: "choice" }
  | { kind: "app" }
  | { kind: "recovery"; codes: string[] }
  /** The app was set up during the sign-in, and its recovery codes are still to be made. */
  | { kind: "newRecovery" };

const titles = {
  choice: "factors.page.title",
  app: "factors.app.setUpTitle",
  recovery: "factors.recovery.storeTitle",
  newRecovery: "factors.recovery.storeTitle",
} as const;

function SetUp({ me }: { me: UserInfo }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [step, setStep] = useState<Step>({ kind: recoveryDue.isFor(me.email) ? "newRecovery" : "choice" });
  const title = t(titles[step.kind]);
  useTitle(title);
  const goOn = (): void => void navigate(redirectTarget(search), { replace: true });
  return (
    <div className={classes["box"]}>
      {step.kind === "app" ? <BackButton onBack={() => setStep({ kind: "choice" })} /> : null}
      <h1>{title}</h1>
      {step.kind === "choice" ? (
        <FactorsToChoose me={me} onApp={() => setStep({ kind: "app" })} onDone={goOn} />
      ) : step.kind === "app" ? (
        <AppSetUp
          email={me.email}
          onConfirmed={(codes) => (codes === null ? goOn() : setStep({ kind: "recovery", codes }))}
        />
      ) : step.kind === "recovery" ? (
        <RecoveryCodes codes={step.codes} onStored={goOn} />
      ) : (
        <NewRecoveryCodes
          onStored={() => {
            recoveryDue.clear();
            goOn();
          }}
        />
      )}
    </div>
  );
}
