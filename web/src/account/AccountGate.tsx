import { enableMfa } from "@pulse/contract/accounts";
import { Button } from "@mantine/core";
import type { UserInfo } from "@pulse/contract/users";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, Outlet, useLocation, useSearchParams } from "react-router";
import { useServices } from "../services/services.tsx";
import { pathWithTarget, redirectTarget } from "../session/redirectTarget.ts";
import { useMe } from "../shell/person.api.ts";
import { type MissingStep, missingStep, phoneStep } from "./missingStep.ts";
import { NotLoaded } from "../ui/NotLoaded.tsx";

/**
 * Keeps people without a verified phone number at its screens, where texts count, unless another factor of theirs does;
 * turns sign-in codes on for people who have one. Where texts do not count, people without any factor are led to set one up.
 */
export function AccountGate() {
  const { data: me, isError, refetch } = useMe();
  const { pathname, search } = useLocation();
  useMfaWithPhone(me);
  const step = useMissingStep(me);
  // Nothing is shown before the person is loaded.
  if (me === undefined) return isError ? <PersonNotLoaded retry={() => void refetch()} /> : null;
  if (step === "unknown") return null;
  return step === null ? <Outlet /> : <Navigate to={pathWithTarget(step, pathname + search)} replace />;
}

/** The screens for a phone number; people with a verified one go on to where they wanted to go. */
export function PhoneMissing() {
  const { data: me, isError, refetch } = useMe();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  if (me === undefined) return isError ? <PersonNotLoaded retry={() => void refetch()} /> : null;
  const step = phoneStep(me);
  if (step === null) return <Navigate to={redirectTarget(search)} replace />;
  // People with a number may still enter another one; without a number there is nothing to verify.
  if (step === "/register-phone" && pathname !== step)
    return <Navigate to={pathWithTarget(step, redirectTarget(search))} replace />;
  return <Outlet />;
}

/** No menu is shown here yet, so this offers to sign out. */
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

/** Where to lead the person before the pages open; null: nowhere. The provider is asked only where its answer counts. */
function useMissingStep(me: UserInfo | undefined): MissingStep["path"] | "unknown" | null {
  const { identity } = useServices();
  const missing = me === undefined ? null : missingStep(me);
  const {
    data: hasOne,
    isPending,
    isFetching,
  } = useQuery({
    queryKey: ["factors", "beside texts"],
    queryFn: async () => {
      // It configures the client library, without which nobody can be asked after a reload.
      const account = await identity();
      return (await import("../session/factorClient.ts")).hasFactorBesideTexts(account);
    },
    enabled: missing?.yieldsToFactor === true,
    staleTime: 0,
  });
  if (missing === null || !missing.yieldsToFactor) return missing?.path ?? null;
  // Whoever comes back from setting one up is not judged by the answer from before.
  if (isPending || (hasOne === false && isFetching)) return "unknown";
  if (hasOne === true) return null;
  // Where the provider cannot be asked, nobody is kept out for a factor that it alone knows of.
  return hasOne === false || missing.path !== "/second-factor" ? missing.path : null;
}

/** A verified phone number means that sign-ins take a code (product.md section 4, Sign-in). */
function useMfaWithPhone(me: UserInfo | undefined): void {
  const { api } = useServices();
  const queries = useQueryClient();
  // Where texts cannot be sent, codes would keep the person out.
  const isDue = me?.phoneNumberVerified === true && !me.mfaEnabled && me.secondFactors.includes("sms");
  useEffect(() => {
    if (!isDue) return;
    api
      .call(enableMfa)
      .then(() => queries.setQueryData<UserInfo>(["me"], (user) => user && { ...user, mfaEnabled: true }))
      // People cannot do anything about it; the next start tries again.
      .catch(() => undefined);
  }, [isDue, api, queries]);
}
