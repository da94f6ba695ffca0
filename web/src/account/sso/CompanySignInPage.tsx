import { Email } from "@pulse/contract/names";
import { redeemSsoTicket } from "@pulse/contract/sso";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { ApiError } from "../../api/apiError.ts";
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
import { type Failure, failureOf, type HandedOver, handedOver, storeTarget, takeTarget } from "./handedOver.ts";

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
  // The ticket is taken out of the address at once.
  const [handed] = useState(() => handedOver(hash));
  const [failure, setFailure] = useState<Failure | null>(handed.kind === "failure" ? handed.failure : null);
  const isRedeeming = useRedemption(handed, setFailure);
  if (isRedeeming && failure === null) return <p role="status">{t("sso.company.redeeming")}</p>;
  return <EmailForm failure={failure} email={handed.kind === "failure" ? handed.email : ""} leave={leave} />;
}

/**
 * Exchanges the ticket that was handed over for a code, once, and signs in with it. The server exchanges it only for the
 * browser that began the sign-in, so that nobody can be signed in as somebody else by a link.
 */
function useRedemption(handed: HandedOver, failed: (failure: Failure) => void): boolean {
  const { api, identity } = useServices();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current || handed.kind === "nothing") return;
    isBegun.current = true;
    const target = takeTarget(sessionStorage) ?? redirectTarget(search);
    void navigate(pathWithTarget("/signin/company", target), { replace: true });
    if (handed.kind !== "ticket") return;
    const redeem = async (): Promise<void> => {
      const { user, code } = await api.call(redeemSsoTicket, { body: { ticket: handed.ticket } });
      // Success changes the session, and the router leads on.
      await (await identity()).redeemCode(user, code);
    };
    redeem().catch((error: unknown) =>
      failed(failureOf(error instanceof ApiError ? error.details[0]?.code : undefined)),
    );
  });
  return handed.kind === "ticket";
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
