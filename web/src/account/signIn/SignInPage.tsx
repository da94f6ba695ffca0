import { lazy, startTransition, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useAccountWay } from "../accountAddress.ts";
import { useServices } from "../../services/services.tsx";
import type { SignInOutcome } from "../../session/identityClient.ts";
import { failureOf } from "../../session/signInFailure.ts";
import { PasswordStep } from "./PasswordStep.tsx";
import { SignInFrame } from "./SignInFrame.tsx";

// The code of the steps after the password is loaded while the password is being sent, and no sooner.
const loadCodeStep = () => import("./CodeStep.tsx");
const loadNewPasswordStep = () => import("../NewPasswordStep.tsx");
const CodeStep = lazy(async () => ({ default: (await loadCodeStep()).CodeStep }));
const NewPasswordStep = lazy(async () => ({ default: (await loadNewPasswordStep()).NewPasswordStep }));

/** The data for requesting another code; kept in memory until the code step ends or is left (decisions C8). */
interface Given {
  email: string;
  password: string;
  /** When the code was requested, ms. */
  sinceMs: number;
}

type Step =
  | { kind: "password" }
  | { kind: "newPassword"; given: Given }
  | { kind: "code"; given: Given; destination: string };

/** Sign-in: the password, then the code that was texted. The router decides where it leads. */
export function SignInPage() {
  const { t } = useTranslation();
  const { identity, snackbars } = useServices();
  const navigate = useNavigate();
  const way = useAccountWay();
  const [step, setStep] = useState<Step>({ kind: "password" });
  const [failure, setFailure] = useState<string | null>(null);
  const [email, setEmail] = useState(way.email ?? "");

  const take = async (outcome: SignInOutcome, given: Given): Promise<void> => {
    const state = { email: given.email.trim().toLowerCase() };
    switch (outcome.kind) {
      case "done":
        return;
      case "code":
        await loadCodeStep();
        return startTransition(() => setStep({ kind: "code", given, destination: outcome.destination }));
      case "newPassword":
        await loadNewPasswordStep();
        return startTransition(() => setStep({ kind: "newPassword", given }));
      case "unconfirmed":
        snackbars.error(t("signIn.failure.unconfirmed"));
        return navigate(way.to("/verify-email"), { state });
      case "passwordReset":
        snackbars.error(t("errors.password_reset_required"));
        // The pool has sent a code with the reset.
        return navigate(way.to("/change-forgot-password"), { state: { ...state, sentAtMs: 0 } });
    }
  };
  /** Takes one step. False: it was refused. */
  const go = async (given: Given, work: () => Promise<SignInOutcome>): Promise<boolean> => {
    setFailure(null);
    snackbars.dismiss("error");
    // Why the last session ended.
    snackbars.dismiss("info");
    try {
      await take(await work(), given);
      return true;
    } catch (error) {
      setFailure(t(`signIn.failure.${failureOf(error)}`));
      // decisions C9: always this snackbar, but not for people who are not confirmed yet.
      snackbars.error(t("errors.FailedToLogin"));
      return false;
    }
  };
  const signIn = (typed: { email: string; password: string }): Promise<boolean> => {
    const given = { ...typed, sinceMs: Date.now() };
    void loadCodeStep().catch(() => undefined);
    return go(given, async () => (await identity()).signIn(given.email, given.password));
  };

  /** Sends another code for the same sign-in. False: none was sent. */
  const sendAgain = async (given: Given): Promise<boolean> => {
    setFailure(null);
    try {
      const outcome = await (await identity()).signIn(given.email, given.password);
      await take(outcome, { ...given, sinceMs: Date.now() });
      return true;
    } catch {
      snackbars.error(t("errors.code_delivery_failure"));
      return false;
    }
  };

  return (
    <SignInFrame>
      <Suspense fallback={null}>
        {step.kind === "password" ? (
          <PasswordStep
            email={email}
            failure={failure}
            onSubmit={async (typed) => {
              setEmail(typed.email);
              await signIn(typed);
            }}
          />
        ) : step.kind === "newPassword" ? (
          <NewPasswordStep
            failure={failure}
            onSubmit={async (password) => {
              const given = { ...step.given, password, sinceMs: Date.now() };
              await go(given, async () => (await identity()).confirmNewPassword(password));
            }}
          />
        ) : (
          <CodeStep
            destination={step.destination}
            sinceMs={step.given.sinceMs}
            failure={failure}
            onSubmit={(code, remember) => {
              const given = { ...step.given, sinceMs: Date.now() };
              return go(given, async () => (await identity()).confirmCode(code, remember));
            }}
            onAgain={() => sendAgain(step.given)}
            onBack={() => {
              setStep({ kind: "password" });
              setFailure(null);
              void identity().then((client) => client.leave());
            }}
          />
        )}
      </Suspense>
    </SignInFrame>
  );
}
