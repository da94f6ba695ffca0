import { Progress } from "@mantine/core";
import type { Site } from "@pulse/contract/sites";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import type { Scope } from "../entity/Scope.ts";
import { EntityForm } from "../form/EntityForm.tsx";
import { SaveBar } from "../form/SaveBar.tsx";
import classes from "./Buildings.module.css";
import { BuildingsSection } from "./BuildingsSection.tsx";
import { useLayout } from "./useLayout.ts";
import { PlanFilesContext, usePlanFiles } from "./usePlanFiles.ts";

interface Props {
  site: Site;
  scope: Scope;
  /** Whether saving has to wait: the details come first. */
  isHeld: boolean;
  /** The reason, once somebody has tried. */
  heldBecause: string | null;
  onHeld(): void;
}

/** The form of a site's buildings, floors and plans. */
export function BuildingsForm({ site, scope, isHeld, heldBecause, onHeld }: Props) {
  const { t } = useTranslation();
  const plans = usePlanFiles();
  const layout = useLayout(site, scope, plans);
  const submit = (event?: FormEvent<HTMLFormElement>): void => {
    if (!isHeld) return layout.submit(event);
    event?.preventDefault();
    onHeld();
  };
  const form = { ...layout, submit, failure: heldBecause ?? layout.failure };
  return (
    <PlanFilesContext value={plans}>
      <EntityForm form={form} isReadOnly={layout.isReadOnly}>
        <BuildingsSection
          site={site}
          foot={
            <>
              {layout.sentShare === null ? null : (
                <Progress
                  className={classes["progress"] ?? ""}
                  value={100 * layout.sentShare}
                  size="xs"
                  aria-label={t("sites.plan.sending")}
                />
              )}
              <SaveBar />
            </>
          }
        />
      </EntityForm>
    </PlanFilesContext>
  );
}
