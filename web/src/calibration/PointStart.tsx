import { Button } from "@mantine/core";
import type { FloorPlan } from "@pulse/contract/sites";
import { useTranslation } from "react-i18next";
import classes from "./Calibration.module.css";
import { type CompletePointDraft, isComplete, missingOf, type PointDraft } from "./pointDraft.ts";
import { PointFields } from "./PointFields.tsx";

interface Props {
  floor: FloorPlan;
  draft: PointDraft;
  onDraft(draft: PointDraft): void;
  /** Why it was refused. */
  refusal: string | null;
  /** The verb of the button. */
  start: string;
  isBusy?: boolean;
  onStart(draft: CompletePointDraft): void;
}

/** Which tracker is where, and the button that starts with it, once nothing is missing. */
export function PointStart({ floor, draft, onDraft, refusal, start, isBusy = false, onStart }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <PointFields key={floor.id} floor={floor} draft={draft} onChange={onDraft} />
      {refusal === null ? null : (
        <p className={classes["refusal"]} role="alert">
          {refusal}
        </p>
      )}
      <div className={classes["acts"]}>
        <Button disabled={!isComplete(draft)} loading={isBusy} onClick={() => isComplete(draft) && onStart(draft)}>
          {start}
        </Button>
        {isComplete(draft) ? null : <p>{t(`calibration.stand.missing.${missingOf(draft)}`)}</p>}
      </div>
    </>
  );
}
