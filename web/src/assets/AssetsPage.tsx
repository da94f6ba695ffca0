import { assetSortFields, searchAssets } from "@pulse/contract/assets";
import { importAssets } from "@pulse/contract/imports";
import { EntityList } from "../entity/EntityList.tsx";
import { useLetters } from "../entity/useLetters.ts";
import { useSiteScope } from "../entity/useSiteScope.ts";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { ReportButton } from "../reports/ReportButton.tsx";
import { useArchiveActions } from "./archiveActions.tsx";
import { useAssetColumns } from "./assetColumns.tsx";
import { assets } from "./assets.ts";
import { ArchiveTabs } from "./ArchiveTabs.tsx";
import { ImportButton } from "./ImportButton.tsx";
import { LivePlacesContext, useLivePlaces } from "./livePlaces.ts";
import { assetFilterNames, GeofenceFilter, ThingFilters } from "./ThingFilters.tsx";
import { useAssetTypes } from "./useAssetTypes.ts";
import { useAssetArchiving } from "./useAssetArchiving.ts";

/** `/sites/:siteId/assets`: the assets of a site, the archived ones by `?archived=true`. */
export default function AssetsPage() {
  const { siteId } = useSiteScope();
  const can = useLetters("asset_management");
  const { t } = useTranslation();
  const archiving = useAssetArchiving();
  const actions = useArchiveActions(archiving, can.u);
  const isArchived = useSearchParams()[0].get("archived") === "true";
  const types = useAssetTypes(siteId, isArchived);
  return (
    <LivePlacesContext value={useLivePlaces(siteId)}>
      <EntityList
        noun={assets}
        family={{
          title: t("things.assets.title"),
          tabs: () => (
            <ArchiveTabs
              noun="assets"
              label={t("things.assets.title")}
              search={searchAssets}
              siteId={siteId}
              isArchived={isArchived}
            />
          ),
        }}
        numChanged={archiving.numDone}
        columns={useAssetColumns()}
        sortFields={assetSortFields}
        sort="name"
        filters={{
          names: assetFilterNames,
          chips: (query) => (
            <>
              <ThingFilters noun="assets" hasTabs search={searchAssets} siteId={siteId} query={query} types={types} />
              <GeofenceFilter siteId={siteId} query={query} />
            </>
          ),
        }}
        actions={(scope) => (
          <>
            <ReportButton kind="asset-history" siteId={scope.siteId} />
            {can.c && scope.siteId !== null ? (
              <ImportButton siteId={scope.siteId} endpoint={importAssets} noun="assets" />
            ) : null}
          </>
        )}
        more={actions.row}
        moreOfSelected={({ filters }) => actions.rows(filters["archived"] === "true")}
      />
    </LivePlacesContext>
  );
}
