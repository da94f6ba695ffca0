import type { Site } from "@pulse/contract/sites";
import { useTranslation } from "react-i18next";
import type { Scope } from "../entity/Scope.ts";
import { useNounForm } from "../entity/useNounForm.ts";
import { InfoRule, infoBody, infoValues } from "./siteInfo.ts";
import { sites } from "./sites.ts";

/** The form of a site's details. */
export function useSiteInfo(site: Site | null, scope: Scope, onCreated?: (created: Site) => void) {
  const { t } = useTranslation();
  return useNounForm({
    noun: sites,
    entity: site,
    scope,
    toValues: infoValues,
    rule: InfoRule,
    toBody: infoBody,
    successText: ({ name }) => t(site === null ? "sites.made" : "sites.saved", { name }),
    ...(onCreated === undefined ? {} : { onCreated }),
  });
}
