import { Email } from "@pulse/contract/names";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { useServices } from "../../services/services.tsx";
import { pathWithTarget, redirectTarget } from "../../session/redirectTarget.ts";
import { loadPageTexts } from "../../text/language.ts";
import { AccountBox } from "../AccountBox.tsx";
import { useAccountRoute } from "../accountRoute.ts";
import { fieldError } from "../fieldError.ts";
import { FormFailure } from "../FormFailure.tsx";
import { SignInFrame } from "../signIn/SignInFrame.tsx";
import { TextField } from "../TextField.tsx";
import { useAccountForm } from "../useAccountForm.ts";
import { handedOver, storeTarget, takeTarget } from "./handedOver.ts";

type Failure = Extract<ReturnType<typeof handedOver>, { kind: "failure" }>["failure"];

/**
 * `/signin/company`: the way to the company's own sign-in, and back from it. Its texts come with those of pages, so that
 * the usual sign-in does not load them.
 */
export default function CompanySignInPage({ leave = goTo }: { leave?: (address: string) => void }) {
  const [isReady, setReady] = useState(false);
  useEffect(() => void loadPageTexts().then(() => setReady(true)), []);
  return <SignInFrame>{isReady ? <CompanySignIn leave={leave} /> : null}</SignInFrame>;
}

/** The server redirects to the provider, so this leaves the app. */
const goTo = (address: string): void => window.location.assign(address);

function CompanySignIn({ leave }: { leave(address: string): void }) {
  const { t } = useTranslation();
  const { hash } = useLocation();
  // The code is taken out of the address at once.
  const [handed] = useState(() => handedOver(hash));
  const [failure, setFailure] = useState<Failure | null>(handed.kind === "failure" ? handed.failure : null);
  const isRedeeming = useRedemption(handed, () => setFailure("other"));
  if (isRedeeming && failure === null) return <p role="status">{t("sso.company.redeeming")}</p>;
  return <EmailForm failure={failure} email={handed.kind === "failure" ? handed.email : ""} leave={leave} />;
}

/** Signs in with the code that was handed over, once. */
function useRedemption(handed: ReturnType<typeof handedOver>, failed: () => void): boolean {
  const { identity } = useServices();
  const navigate = useNavigate();
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current || handed.kind === "nothing") return;
    isBegun.current = true;
    const target = handed.kind === "code" ? takeTarget(sessionStorage) : "/";
    void navigate(pathWithTarget("/signin/company", target), { replace: true });
    if (handed.kind !== "code") return;
    // Success changes the session, and the router leads on.
    identity()
      .then((client) => client.redeemCode(handed.user, handed.code))
      .catch(failed);
  });
  return handed.kind === "code";
}

function EmailForm({ failure, email, leave }: { failure: Failure | null; email: string; leave(to: string): void }) {
  const { t } = useTranslation();
  const route = useAccountRoute();
  const [search] = useSearchParams();
  const form = useAccountForm({
    values: { email: route.email ?? email },
    validate: { email: (value) => fieldError(value.trim(), Email, "email_required") },
    send: async (values) => {
      storeTarget(sessionStorage, redirectTarget(search));
      leave(`/sso/start?email=${encodeURIComponent(values.email.trim().toLowerCase())}`);
    },
  });
  return (
    <AccountBox
      title={t("sso.company.title")}
      lead={t("sso.company.lead")}
      submit={t("sso.company.submit")}
      isBusy={form.isBusy}
      back={route.to("/signin")}
      onSubmit={form.submit}
    >
      <FormFailure text={failure === null ? null : t(`sso.failure.${failure}`)} />
      <TextField label={t("account.email")} type="email" autoComplete="username" autoFocus {...form.field("email")} />
    </AccountBox>
  );
}
