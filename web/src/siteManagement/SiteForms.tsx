import type { Site } from "@pulse/contract/sites";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Scope } from "../entity/Scope.ts";
import { EntityForm } from "../form/EntityForm.tsx";
import { ruleErrors } from "../form/fieldErrors.ts";
import { SaveBar } from "../form/SaveBar.tsx";
import { BuildingsForm } from "./BuildingsForm.tsx";
import { InfoRule, infoBody } from "./siteInfo.ts";
import { SiteInfoSections } from "./SiteInfoSections.tsx";
import { useSiteInfo } from "./useSiteInfo.ts";

/** A site's details and its buildings: two forms; the details are saved first. */
export function SiteForms({ site, scope }: { site: Site; scope: Scope }) {
  const { t } = useTranslation();
  const info = useSiteInfo(site, scope);
  const [isWarned, setWarned] = useState(false);
  const isUnsaved = info.changed.length > 0;
  const isWrong = isUnsaved && ruleErrors(InfoRule, infoBody(info.values)).length > 0;
  const why = isUnsaved ? t(isWrong ? "sites.fixDetails" : "sites.saveFirst") : null;
  return (
    <>
      <BuildingsForm
        site={site}
        scope={scope}
        isHeld={isUnsaved}
        heldBecause={isWarned ? why : null}
        onHeld={() => {
          setWarned(true);
          // Shows the errors in the details and moves there.
          if (isWrong) info.submit();
        }}
      />
      <EntityForm form={info} isReadOnly={info.isReadOnly}>
        <SiteInfoSections site={site} />
        <SaveBar isSticky />
      </EntityForm>
    </>
  );
}
