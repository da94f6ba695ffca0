import type { Site } from "@pulse/contract/sites";
import { useTranslation } from "react-i18next";
import { coordinateText } from "../placing/coordinateText.ts";

/** The line below a site's name: where it is and what is in it. */
export function SiteFacts({ site }: { site: Site }) {
  const { t } = useTranslation();
  return (
    <>
      <span>{isNowhere(site) ? t("sites.notPlaced") : coordinateText(site)}</span>
      <span>{t("sites.numFloors", { count: site.floorPlans.length })}</span>
      <span>{t("sites.numAssets", { count: site.numAsset })}</span>
      <span>{t("sites.numTrackers", { count: site.numBeacon })}</span>
      <span>{t("sites.numGateways", { count: site.numGateway })}</span>
      {site.numMobile === 0 ? null : <span>{t("sites.numMobile", { count: site.numMobile })}</span>}
    </>
  );
}

// An empty coordinate is 0, and no site is in the Gulf of Guinea.
const isNowhere = ({ lat, lon }: Pick<Site, "lat" | "lon">): boolean => lat === 0 && lon === 0;
