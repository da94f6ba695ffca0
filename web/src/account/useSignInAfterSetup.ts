import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useServices } from "../services/services.tsx";
import type { SignInOutcome } from "../session/identityClient.ts";
import { failureOf } from "../session/signInFailure.ts";

interface Credentials {
  email: string;
  password: string;
}

interface SentCode {
  destination: string;
  sinceMs: number;
}

export type SignInAfterSetup = ReturnType<typeof useSignInAfterSetup>;

/**
 * Signs in whoever has just made an account, with the password that was typed for it: nobody types it again. Where it
 * leads is decided by the router, as after any sign-in.
 */
export function useSignInAfterSetup() {
  const { t } = useTranslation();
  const { identity, snackbars } = useServices();
  const navigate = useNavigate();
  // In memory only, until the sign-in ends (decisions C8).
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const [code, setCode] = useState<SentCode | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  /** The account exists: if the sign-in fails, it is tried again at its own page. */
  const toSignIn = async (email: string | undefined): Promise<void> => {
    snackbars.success(t("reach.setup.done"));
    await navigate("/signin", email === undefined ? {} : { state: { email } });
  };
  const take = async (outcome: SignInOutcome, { email }: Credentials): Promise<void> => {
    if (outcome.kind === "done") return;
    if (outcome.kind === "code") setCode({ destination: outcome.destination, sinceMs: Date.now() });
    else await toSignIn(email);
  };
  const begin = async (who: Credentials): Promise<boolean> => {
    try {
      await take(await (await identity()).signIn(who.email, who.password), who);
      return true;
    } catch {
      return false;
    }
  };

  return {
    /** The code that was texted; null: none is asked for. */
    code,
    failure,
    start: async (email: string, password: string): Promise<void> => {
      setCredentials({ email, password });
      if (!(await begin({ email, password }))) await toSignIn(email);
    },
    /** False: the code was refused. */
    confirm: async (digits: string, remember: boolean): Promise<boolean> => {
      if (credentials === null) return false;
      setFailure(null);
      try {
        await take(await (await identity()).confirmCode(digits, remember), credentials);
        return true;
      } catch (error) {
        setFailure(t(`signIn.failure.${failureOf(error)}`));
        return false;
      }
    },
    /** False: no code was sent. */
    sendAgain: async (): Promise<boolean> => {
      const isSent = credentials !== null && (await begin(credentials));
      if (!isSent) snackbars.error(t("errors.code_delivery_failure"));
      return isSent;
    },
    leave: (): void => void toSignIn(credentials?.email),
  };
}
