import type { Site } from "@pulse/contract/sites";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Scope } from "../entity/Scope.ts";
import { useNounForm } from "../entity/useNounForm.ts";
import { LayoutRule } from "./layoutRule.ts";
import { layoutBody, layoutValues } from "./layoutValues.ts";
import { withPlanWalls } from "./planWalls.ts";
import { sites } from "./sites.ts";
import type { PlanFiles } from "./usePlanFiles.ts";

/** The form of a site's buildings and floors; chosen plans are sent with it. */
export function useLayout(site: Site, scope: Scope, plans: PlanFiles) {
  const { t } = useTranslation();
  const [sentShare, setSentShare] = useState<number | null>(null);
  const form = useNounForm({
    noun: sites,
    entity: site,
    scope,
    toValues: layoutValues,
    rule: LayoutRule,
    toBody: (values) => layoutBody(withPlanWalls(values, plans)),
    isLockedWhileSaving: true,
    uploads: ({ buildings }) => {
      const files = plans.among(buildings.flatMap(({ floors }) => floors.map(({ image }) => image)));
      return files.size === 0 ? {} : { files, onSent: setSentShare };
    },
    successText: ({ name }) => t("sites.saved", { name }),
  });
  /** The share of the plans that has been sent; null while nothing is being sent. */
  return { ...form, sentShare: form.isSaving ? sentShare : null };
}
