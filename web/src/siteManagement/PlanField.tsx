import type { FloorPlan } from "@pulse/contract/sites";
import { IconPhoto } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useField } from "../form/FormContext.ts";
import { BlobImage } from "./BlobImage.tsx";
import classes from "./Plan.module.css";
import { PlanDrop } from "./PlanDrop.tsx";
import { useChosenPlans } from "./usePlanFiles.ts";
import { useStoredPlan } from "./useStoredPlan.ts";

interface Props {
  path: string;
  /** The floor's name. */
  floor: string;
  /** The stored plan of this file, if it is one. */
  stored: FloorPlan | null;
}

/** A floor's plan: its picture, and a way to replace it by dropping or choosing another. */
export function PlanField({ path, floor, stored }: Props) {
  const { t } = useTranslation();
  const plans = useChosenPlans();
  const field = useField(path, {
    label: t("sites.floor.image"),
    show: (value) => (value as string | null) ?? "",
  });
  const chosen = plans.find(field.value as string | null);
  const thumb = useStoredPlan(chosen === null ? (stored?.imageUrl ?? null) : null, 512);
  const bytes = chosen?.picture ?? thumb;
  const picture = (
    <span className={classes["thumb"]}>
      {bytes === undefined ? (
        <IconPhoto size={22} stroke={1.4} aria-hidden="true" />
      ) : (
        <BlobImage bytes={bytes} alt={t("sites.plan.of", { name: floor })} />
      )}
    </span>
  );
  if (field.isReadOnly) return picture;
  const size = chosen ?? (stored && { name: "", width: stored.imageWidth, height: stored.imageHeight });
  return (
    <div data-field={path}>
      <PlanDrop
        label={t(field.value === null ? "sites.plan.choose" : "sites.plan.replace")}
        name={t(field.value === null ? "sites.plan.chooseFor" : "sites.plan.replaceFor", { name: floor })}
        picture={picture}
        {...(size === null ? {} : { hint: [size.name, pixels(size)].filter((text) => text !== "").join(" · ") })}
        error={field.error}
        onPlan={(plan) => field.set(plans.keep(plan))}
      />
    </div>
  );
}

function pixels({ width, height }: { width: number | null; height: number | null }): string {
  return width === null || height === null ? "" : `${width} × ${height} px`;
}
