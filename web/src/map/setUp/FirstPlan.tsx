import { Button } from "@mantine/core";
import { type DragEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { handPlan } from "../../sites/handedPlan.ts";
import { PlanSketch } from "./PlanSketch.tsx";
import classes from "./SiteSetUp.module.css";

/** Takes a site's first plan, dropped or chosen, and continues on the page where it gets its name and its place. */
export function FirstPlan({ siteId }: { siteId: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (file: File | undefined): void => {
    if (file === undefined) return;
    handPlan(siteId, file);
    void navigate(`/sites/${siteId}/details`);
  };
  const over = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className={classes["drop"]}
      data-over={isOver || undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files[0]);
      }}
    >
      <PlanSketch />
      <div>
        <b>{t("sites.plan.drop")}</b>
        <p>{t("sites.plan.dropHint")}</p>
        <Button size="xs" onClick={() => input.current?.click()}>
          {t("sites.plan.choose")}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t("sites.plan.add")}
        onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
      />
    </div>
  );
}
