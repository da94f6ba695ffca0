import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../services.tsx";
import { failureOf, type SignInOutcome } from "../identityClient.ts";
import { CodeStep } from "./CodeStep.tsx";
import { PasswordStep } from "./PasswordStep.tsx";
import { SignInFrame } from "./SignInFrame.tsx";

/** What is needed to ask for another code; kept in memory until the code step ends (decisions C8). */
interface Waiting {
  email: string;
  password: string;
  destination: string;
  /** When the code was asked for, ms. */
  sinceMs: number;
}

/** Sign-in: the password, then the code that was texted. Where it leads is the router's business. */
export default function SignInPage() {
  const { t } = useTranslation();
  const { identity, snackbars } = useServices();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [email, setEmail] = useState("");

  const refuse = (reason: string, isLogged = true): void => {
    setFailure(reason);
    // decisions C9: always this snackbar, but not for people who are not confirmed yet.
    if (isLogged) snackbars.error(t("errors.FailedToLogin"));
  };
  const take = (outcome: SignInOutcome, given: { email: string; password: string; sinceMs: number }): void => {
    if (outcome.kind === "code") setWaiting({ ...given, destination: outcome.destination });
    else if (outcome.kind === "unconfirmed") refuse(t("errors.user_not_confirmed"), false);
    else if (outcome.kind === "passwordReset") refuse(t("errors.password_reset_required"));
  };
  const askForCode = async (given: { email: string; password: string }): Promise<void> => {
    const sinceMs = Date.now();
    setFailure(null);
    try {
      take(await (await identity()).signIn(given.email, given.password), { ...given, sinceMs });
    } catch (error) {
      refuse(t(`signIn.failure.${failureOf(error)}`));
    }
  };
  const confirm = async (code: string, remember: boolean): Promise<void> => {
    setFailure(null);
    try {
      const outcome = await (await identity()).confirmCode(code, remember);
      if (waiting !== null) take(outcome, waiting);
    } catch (error) {
      refuse(t(`signIn.failure.${failureOf(error)}`));
    }
  };

  return (
    <SignInFrame>
      {waiting === null ? (
        <PasswordStep
          email={email}
          failure={failure}
          onSubmit={async (given) => {
            setEmail(given.email);
            await askForCode(given);
          }}
        />
      ) : (
        <CodeStep
          key={waiting.sinceMs}
          destination={waiting.destination}
          sinceMs={waiting.sinceMs}
          failure={failure}
          onSubmit={confirm}
          onAgain={() => askForCode(waiting)}
          onBack={() => {
            setWaiting(null);
            setFailure(null);
          }}
        />
      )}
    </SignInFrame>
  );
}
