import { lazy, startTransition, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useAccountRoute } from "../accountRoute.ts";
import { useServices } from "../../services/services.tsx";
import type { SignInOutcome } from "../../session/identityClient.ts";
import { failureOf } from "../../session/signInFailure.ts";
import { loadPageTexts } from "../../text/language.ts";
import type { FactorDemand } from "./FactorStep.tsx";
import { PasswordStep } from "./PasswordStep.tsx";
import { SignInFrame } from "./SignInFrame.tsx";

// The code of the steps after the password is loaded while the password is being sent, and no sooner.
const loadFactorStep = async () => {
  const [step] = await Promise.all([import("./FactorStep.tsx"), loadPageTexts()]);
  return step;
};
const loadNewPasswordStep = () => import("../NewPasswordStep.tsx");
const FactorStep = lazy(async () => ({ default: (await loadFactorStep()).FactorStep }));
const NewPasswordStep = lazy(async () => ({ default: (await loadNewPasswordStep()).NewPasswordStep }));

/** The data for requesting another code; kept in memory until the code step ends or is left (decisions C8). */
interface Credentials {
  email: string;
  password: string;
  /** When the code was requested, ms. */
  sinceMs: number;
}

type Step =
  | { kind: "password" }
  | { kind: "newPassword"; credentials: Credentials }
  | { kind: "factor"; credentials: Credentials; demand: FactorDemand };

/** Sign-in: the password, then the second factor, or a passkey alone. The router decides where it leads. */
export function SignInPage() {
  const { t } = useTranslation();
  const { identity, snackbars } = useServices();
  const navigate = useNavigate();
  const route = useAccountRoute();
  const [step, setStep] = useState<Step>({ kind: "password" });
  const [failure, setFailure] = useState<string | null>(null);
  const [email, setEmail] = useState(route.email ?? "");

  const take = async (outcome: SignInOutcome, credentials: Credentials): Promise<void> => {
    const state = { email: credentials.email.trim().toLowerCase() };
    switch (outcome.kind) {
      case "done":
        return;
      case "newPassword":
        await loadNewPasswordStep();
        return startTransition(() => setStep({ kind: "newPassword", credentials }));
      case "unconfirmed":
        snackbars.error(t("signIn.failure.unconfirmed"));
        return navigate(route.to("/verify-email"), { state });
      case "passwordReset":
        snackbars.error(t("errors.password_reset_required"));
        // The pool has sent a code with the reset.
        return navigate(route.to("/change-forgot-password"), { state: { ...state, sentAtMs: 0 } });
      case "code":
      case "emailCode":
      case "appCode":
      case "choice":
      case "appSetUp":
        await loadFactorStep();
        return startTransition(() => setStep({ kind: "factor", credentials, demand: outcome }));
    }
  };
  /** Takes one step. False: it was refused. */
  const go = async (credentials: Credentials, work: () => Promise<SignInOutcome>): Promise<boolean> => {
    setFailure(null);
    snackbars.dismiss("error");
    // Why the last session ended.
    snackbars.dismiss("info");
    try {
      await take(await work(), credentials);
      return true;
    } catch (error) {
      setFailure(t(`signIn.failure.${failureOf(error)}`));
      // decisions C9: always this snackbar, but not for people who are not confirmed yet.
      snackbars.error(t("errors.FailedToLogin"));
      return false;
    }
  };
  const signIn = (typed: { email: string; password: string }): Promise<boolean> => {
    const credentials = { ...typed, sinceMs: Date.now() };
    void loadFactorStep().catch(() => undefined);
    return go(credentials, async () => (await identity()).signIn(credentials.email, credentials.password));
  };

  /** Sends another code for the same sign-in. False: none was sent. */
  const sendAgain = async (credentials: Credentials): Promise<boolean> => {
    setFailure(null);
    try {
      const outcome = await (await identity()).signIn(credentials.email, credentials.password);
      await take(outcome, { ...credentials, sinceMs: Date.now() });
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
            onPasskey={async (typed) => {
              setEmail(typed);
              await take(await (await identity()).signInWithPasskey(typed), {
                email: typed,
                password: "",
                sinceMs: Date.now(),
              });
            }}
          />
        ) : step.kind === "newPassword" ? (
          <NewPasswordStep
            email={step.credentials.email}
            failure={failure}
            onSubmit={async (password) => {
              const credentials = { ...step.credentials, password, sinceMs: Date.now() };
              await go(credentials, async () => (await identity()).confirmNewPassword(password));
            }}
          />
        ) : (
          <FactorStep
            key={step.demand.kind}
            demand={step.demand}
            email={step.credentials.email}
            sinceMs={step.credentials.sinceMs}
            failure={failure}
            onCode={(code, remember) => {
              const credentials = { ...step.credentials, sinceMs: Date.now() };
              return go(credentials, async () => (await identity()).confirmCode(code, remember));
            }}
            onChoose={(factor) => {
              const credentials = { ...step.credentials, sinceMs: Date.now() };
              return go(credentials, async () => (await identity()).chooseFactor(factor));
            }}
            onAgain={() => sendAgain(step.credentials)}
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
