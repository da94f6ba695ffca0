import type { CalibrationPoint } from "@pulse/contract/calibration";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/apiError.ts";
import { useClockOffset } from "../map/live/useClockOffset.ts";
import { useServices } from "../services/services.tsx";
import { useAddPoint } from "./calibration.api.ts";
import { refusalWords } from "./refusalWords.ts";
import type { CompletePointDraft } from "./pointDraft.ts";

export interface WalkRun extends CompletePointDraft {
  /** By the server's clock. */
  startMs: number;
}

export type Walk = ReturnType<typeof useWalk>;

/** A walk-test point while it is being made: from its start until it is saved, given up or refused. */
export function useWalk(siteId: string, onKept: (point: CalibrationPoint) => void) {
  const { t } = useTranslation();
  const { snackbars } = useServices();
  const offsetMs = useClockOffset();
  const [run, setRun] = useState<WalkRun | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const adding = useAddPoint(siteId);
  const nowMs = (): number => Date.now() + offsetMs;
  const keep = async (): Promise<void> => {
    if (run === null || adding.isPending) return;
    const { tracker, at, startMs } = run;
    const span = { start: new Date(startMs).toISOString(), end: new Date(nowMs()).toISOString() };
    const answer = await adding.mutateAsync({ ...at, trackerId: tracker.id, ...span });
    setRun(null);
    if (answer instanceof ApiError) return setRefusal(refusalWords(answer));
    snackbars.success(t("calibration.walk.kept", { count: answer.gateways, name: answer.trackerName }));
    onKept(answer);
  };
  return {
    run,
    /** Why the last point was refused. */
    refusal,
    isBusy: adding.isPending,
    nowMs,
    start: (draft: CompletePointDraft): void => {
      setRefusal(null);
      setRun({ ...draft, startMs: nowMs() });
    },
    /** Saves the point. If the server does not answer, the point keeps running and saving can be tried again. */
    keep: (): void => void keep().catch(() => undefined),
    giveUp: (): void => setRun(null),
  };
}
