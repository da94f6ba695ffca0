import { enableMfa } from "@pulse/contract/accounts";
import { Button } from "@mantine/core";
import type { UserInfo } from "@pulse/contract/users";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, Outlet, useLocation, useSearchParams } from "react-router";
import { useServices } from "../services.tsx";
import { pathWithTarget, redirectTarget } from "../session/redirectTarget.ts";
import { useMe } from "../sites/sites.api.ts";
import { NotLoaded } from "../ui/NotLoaded.tsx";

/** Holds people without a verified phone number until they have one; turns the code on for those who have. */
export function AccountGate() {
  const { data: me, isError, refetch } = useMe();
  const { pathname, search } = useLocation();
  useMfaWithPhone(me);
  // Nothing is shown before it is known whether it may be.
  if (me === undefined) return isError ? <PersonNotLoaded retry={() => void refetch()} /> : null;
  const step = phoneStep(me);
  return step === null ? <Outlet /> : <Navigate to={pathWithTarget(step, pathname + search)} replace />;
}

/** The screens of a phone number; whoever has a verified one goes where they wanted. */
export function PhoneMissing() {
  const { data: me, isError, refetch } = useMe();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  if (me === undefined) return isError ? <PersonNotLoaded retry={() => void refetch()} /> : null;
  const step = phoneStep(me);
  if (step === null) return <Navigate to={redirectTarget(search)} replace />;
  // Whoever has a number may still give another one, but nobody can verify none.
  if (step === "/register-phone" && pathname !== step)
    return <Navigate to={pathWithTarget(step, redirectTarget(search))} replace />;
  return <Outlet />;
}

/** There is no menu yet by which to go. */
function PersonNotLoaded({ retry }: { retry(): void }) {
  const { t } = useTranslation();
  const { signOut } = useServices();
  return (
    <NotLoaded retry={retry}>
      <Button variant="default" onClick={signOut}>
        {t("user.signOut")}
      </Button>
    </NotLoaded>
  );
}

function phoneStep(me: UserInfo): "/register-phone" | "/verify-phone" | null {
  if (me.phoneNumber === null) return "/register-phone";
  return me.phoneNumberVerified ? null : "/verify-phone";
}

/** A verified phone number means that sign-ins take a code (product.md section 4, Sign-in). */
function useMfaWithPhone(me: UserInfo | undefined): void {
  const { api } = useServices();
  const queries = useQueryClient();
  const isDue = me?.phoneNumberVerified === true && !me.mfaEnabled;
  useEffect(() => {
    if (!isDue) return;
    api
      .call(enableMfa)
      .then(() => queries.setQueryData<UserInfo>(["me"], (known) => known && { ...known, mfaEnabled: true }))
      // Nothing that a person could do about: the next start tries again.
      .catch(() => undefined);
  }, [isDue, api, queries]);
}
