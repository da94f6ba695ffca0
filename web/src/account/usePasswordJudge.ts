import type { PublicConfig } from "@pulse/contract/system";
import { useEffect, useState } from "react";
import { useServices } from "../services/services.tsx";
import { texts } from "../text/translate.ts";
import type { Judgement } from "./passwordJudge.ts";

type Judge = (password: string, personal: readonly string[]) => Judgement;

let loaded: Judge | null = null;
/** Whether the server judges more than the composition: Amazon's pools do not. */
let isInForce = false;

/**
 * The judge of new passwords, loaded with the first field for one. Null: it has not arrived yet, or the pool is Amazon's,
 * which only looks at the composition.
 */
export function usePasswordJudge(): Judge | null {
  const { config } = useServices();
  const [judge, setJudge] = useState<Judge | null>(() => (isJudged(config) ? loaded : null));
  useEffect(() => {
    isInForce = isJudged(config);
    if (!isInForce || loaded !== null) return;
    // Without it the server still refuses what it refuses.
    void import("./passwordJudge.ts").then(
      ({ judgePassword }) => {
        loaded = judgePassword;
        setJudge(() => judgePassword);
      },
      () => undefined,
    );
  }, [config]);
  return judge;
}

/** Whether common passwords and the person's own words are refused here. */
export const isJudged = (config: PublicConfig): boolean => config.identity.mode === "embedded";

/** Why a password will be refused although its composition is right; null: no reason is known, or nobody has judged it. */
export function judgedFault(password: string, personal: readonly string[]): string | null {
  const reason = isInForce ? (loaded?.(password, personal).reason ?? null) : null;
  return reason && texts.t(`account.rules.reason.${reason.key}`, { word: reason.word });
}
