import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import { ApiError } from "../api/apiError.ts";
import { factorFailure, type OwnFactors, readFactors } from "../session/factorClient.ts";

/** What the person has set up, and how to change it. */
export function useFactors() {
  const { t } = useTranslation();
  const { identity } = useServices();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<{ text: string; isOldSignIn: boolean } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const query = useQuery({
    queryKey: ["factors", "own"],
    queryFn: async (): Promise<OwnFactors> => {
      // It configures the client library.
      const account = await identity();
      return readFactors(account);
    },
  });
  /** Runs a change and reads everything again. False: it was refused, and `failure` says why. */
  const change = async (act: () => Promise<void>): Promise<boolean> => {
    setFailure(null);
    setBusy(true);
    try {
      await identity();
      await act();
      await queries.invalidateQueries({ queryKey: ["factors"] });
      await queries.invalidateQueries({ queryKey: ["me"] });
      return true;
    } catch (error) {
      const isOldSignIn = error instanceof ApiError && error.code === "sign_in_again";
      const reason = isOldSignIn ? "signInAgain" : factorFailure(error);
      setFailure({ text: t(`factors.failure.${reason}`), isOldSignIn: reason === "signInAgain" });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { ...query, change, failure, isBusy };
}
