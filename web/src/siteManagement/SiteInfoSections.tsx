import type { Site } from "@pulse/contract/sites";
import { useTranslation } from "react-i18next";
import { FormSection } from "../form/FormSection.tsx";
import { FormLines, FormText } from "../form/TextFields.tsx";
import { FormCoordinates } from "./FormCoordinates.tsx";
import { LearnedNote } from "./LearnedNote.tsx";
import { SiteSettingsFields } from "./SiteSettingsFields.tsx";

/** A site's fields except its buildings; null: a new site. */
export function SiteInfoSections({ site }: { site: Site | null }) {
  const { t } = useTranslation();
  return (
    <>
      <FormSection title={t("sites.details.title")}>
        <FormText path="name" label={t("sites.name")} required autoComplete="off" />
        <FormText path="owner" label={t("sites.owner")} hint={t("sites.ownerHint")} autoComplete="off" />
        <FormCoordinates path="place" label={t("sites.place")} hint={t("sites.placeHint")} />
        <FormText path="location" label={t("sites.location")} hint={t("sites.locationHint")} autoComplete="off" />
        <FormLines path="address" label={t("sites.address")} isWide={false} rows={1} />
        <FormText path="phone" label={t("sites.phone")} type="tel" autoComplete="off" />
        <FormText path="beaconType" label={t("sites.beaconType")} hint={t("sites.beaconTypeHint")} autoComplete="off" />
      </FormSection>
      <FormSection title={t("sites.settings.title")} hint={t("sites.settings.hint")}>
        {site === null ? null : <LearnedNote siteId={site.id} />}
        <SiteSettingsFields config={site?.customerConfig ?? null} />
      </FormSection>
    </>
  );
}
