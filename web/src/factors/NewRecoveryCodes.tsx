import { Button, Skeleton } from "@mantine/core";
import { createRecoveryCodes } from "@pulse/contract/secondFactors";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { SignOutLink } from "../account/SignOutLink.tsx";
import { ApiError } from "../api/apiError.ts";
import { useServices } from "../services/services.tsx";
import { FactorFailure } from "./FactorFailure.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";

/** Makes recovery codes for somebody whose sign-in has just set up an authenticator app, and shows them. */
export function NewRecoveryCodes({ onStored }: { onStored(): void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const made = useQuery({
    queryKey: ["newRecoveryCodes"],
    queryFn: async () => (await api.call(createRecoveryCodes)).codes,
    // Another call would make others: one answer for as long as this is open.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
  if (made.data !== undefined) return <RecoveryCodes codes={made.data} onStored={onStored} />;
  if (!made.isError) return <Skeleton height={300} />;
  const isOldSignIn = made.error instanceof ApiError && made.error.code === "sign_in_again";
  const text = t(isOldSignIn ? "factors.failure.signInAgain" : "factors.recovery.failed");
  return (
    <>
      <FactorFailure failure={{ text, isOldSignIn }} />
      {isOldSignIn ? null : (
        <>
          <Button loading={made.isFetching} onClick={() => void made.refetch()}>
            {t("app.retry")}
          </Button>
          <SignOutLink />
        </>
      )}
    </>
  );
}
