import { Button } from "@mantine/core";
import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { PdfPageDialog } from "./PdfPageDialog.tsx";
import { takeHandedPlan } from "../sites/handedPlan.ts";
import classes from "./Plan.module.css";
import type { PlanFile } from "./planFile.ts";
import { usePlanChoice } from "./usePlanChoice.ts";

interface Props {
  /** The button's text. */
  label: string;
  /** The plan that the button concerns, for screen readers; the label unless given. */
  name?: string;
  title?: string;
  hint?: string;
  /** The existing plan. */
  picture?: ReactNode;
  error: string | null;
  /** The site whose plan may have been dropped on another page. */
  handedTo?: string;
  /** For one plan, or for several where these are welcome. */
  onPlan?(plan: PlanFile): void;
  onPlans?(plans: readonly PlanFile[]): void;
}

const accepted = ".png,.jpg,.jpeg,.webp,.svg,.svgz,.pdf,.dxf";

/** An area where a plan is dropped, or chosen with a button. */
export function PlanDrop({ label, name = label, title, hint, picture, error, handedTo, onPlan, onPlans }: Props) {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isSeveral = onPlans !== undefined;
  const choice = usePlanChoice((plans) => {
    onPlans?.(plans);
    for (const plan of plans.slice(0, 1)) onPlan?.(plan);
  }, isSeveral);
  const wrong = choice.error ?? error;
  const takeHanded = useEffectEvent((siteId: string) =>
    choice.take([takeHandedPlan(siteId)].filter((file) => file !== undefined)),
  );
  useEffect(() => {
    if (handedTo !== undefined) takeHanded(handedTo);
  }, [handedTo]);
  const over = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className={classes["drop"]}
      data-over={isOver || undefined}
      data-wrong={wrong !== null || undefined}
      data-small={picture !== undefined || undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        choice.take([...event.dataTransfer.files]);
      }}
    >
      {picture}
      <div className={classes["words"]}>
        {title === undefined ? null : <b>{title}</b>}
        {hint === undefined ? null : <span>{hint}</span>}
        <Button
          size="xs"
          variant={picture === undefined ? "filled" : "default"}
          loading={choice.isReading}
          aria-label={name}
          onClick={() => input.current?.click()}
        >
          {label}
        </Button>
        {wrong === null ? null : (
          <p role="alert" className={classes["error"]}>
            {wrong}
          </p>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        multiple={isSeveral}
        accept={accepted}
        aria-label={t("sites.plan.file", { name })}
        onChange={({ currentTarget }) => {
          choice.take([...(currentTarget.files ?? [])]);
          // The same file can be chosen again after it was corrected.
          currentTarget.value = "";
        }}
      />
      {choice.pdf === null ? null : <PdfPageDialog pdf={choice.pdf} isBusy={choice.isReading} />}
    </div>
  );
}
