import { Trans, useTranslation } from "react-i18next";
import { useServices } from "../../services/services.tsx";
import type { CodeFactor, SignInOutcome } from "../../session/identityClient.ts";
import { recoveryDue } from "../recoveryDue.ts";
import { AppSetUpStep } from "./AppSetUpStep.tsx";
import { CodeStep } from "./CodeStep.tsx";
import { FactorChoice } from "./FactorChoice.tsx";
import { visibleDigits } from "./outboxCode.ts";

/** An outcome that asks for a second factor. */
export type FactorDemand = Extract<SignInOutcome, { kind: "code" | "emailCode" | "appCode" | "choice" | "appSetUp" }>;

interface Props {
  demand: FactorDemand;
  email: string;
  /** When the sign-in was sent, ms. */
  sinceMs: number;
  failure: string | null;
  /** False: the code was refused. */
  onCode(code: string, remember: boolean): Promise<boolean>;
  onChoose(factor: CodeFactor): Promise<boolean>;
  /** False: no code was sent. */
  onAgain(): Promise<boolean>;
  onBack(): void;
}

/** The step of a sign-in after the password: a code, a choice of codes, or an authenticator app to set up. */
export function FactorStep({ demand, email, sinceMs, failure, onCode, onChoose, onAgain, onBack }: Props) {
  const { t } = useTranslation();
  const { config } = useServices();
  const code = { sinceMs, failure, onAgain, onBack, onSubmit: onCode };
  if (demand.kind === "choice")
    return <FactorChoice factors={demand.factors} failure={failure} onChoose={onChoose} onBack={onBack} />;
  if (demand.kind === "appSetUp")
    return (
      <AppSetUpStep
        base32Key={demand.key}
        email={email}
        failure={failure}
        onSubmit={async (typed) => {
          // Amazon's pools have no recovery codes. Before the code is sent, because the tokens lead on at once.
          if (config.identity.mode === "embedded") recoveryDue.set(email);
          const isTaken = await onCode(typed, false);
          if (!isTaken) recoveryDue.clear();
          return isTaken;
        }}
        onBack={onBack}
      />
    );
  if (demand.kind === "appCode")
    return (
      <CodeStep
        {...code}
        title={t("signInSteps.appTitle")}
        hint={t("signInSteps.appHint")}
        medium={null}
        destination=""
      />
    );
  if (demand.kind === "emailCode")
    return (
      <CodeStep
        {...code}
        title={t("signInSteps.mailTitle")}
        hint={t("signInSteps.mailHint", { address: demand.destination })}
        medium="EMAIL"
        destination={demand.destination}
      />
    );
  const digits = visibleDigits(demand.destination).slice(-2);
  return (
    <CodeStep
      {...code}
      title={t("signIn.codeTitle")}
      hint={<Trans i18nKey="signIn.codeHint" values={{ digits }} components={{ 1: <b /> }} />}
      medium="SMS"
      destination={demand.destination}
    />
  );
}
