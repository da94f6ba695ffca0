import { type Asset, assetSortFields, searchAssets } from "@pulse/contract/assets";
import { importAssets } from "@pulse/contract/imports";
import { IconLink, IconQrcode, IconTag } from "@tabler/icons-react";
import { useState } from "react";
import { BulkChange } from "../entity/BulkChange.tsx";
import { EntityList } from "../entity/EntityList.tsx";
import { LabelSheet } from "../entity/LabelSheet.tsx";
import { useCan } from "../entity/useCan.ts";
import { useLetters } from "../entity/useLetters.ts";
import { useSiteScope } from "../entity/useSiteScope.ts";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { ReportButton } from "../reports/ReportButton.tsx";
import { useArchiveActions } from "./archiveActions.tsx";
import { useAssetColumns } from "./assetColumns.tsx";
import { assets } from "./assets.ts";
import { ArchiveTabs } from "./ArchiveTabs.tsx";
import { BulkLink } from "./BulkLink.tsx";
import { ImportButton } from "./ImportButton.tsx";
import { LivePlacesContext, useLivePlaces } from "./livePlaces.ts";
import { assetFilterNames, GeofenceFilter, ThingFilters } from "./ThingFilters.tsx";
import { useAssetTypes } from "./useAssetTypes.ts";
import { useAssetArchiving } from "./useAssetArchiving.ts";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

/** `/sites/:siteId/assets`: the assets of a site, the archived ones by `?archived=true`. */
export default function AssetsPage() {
  const { siteId } = useSiteScope();
  const can = useLetters("asset_management");
  const { t } = useTranslation();
  const archiving = useAssetArchiving();
  const actions = useArchiveActions(archiving, can.u);
  const isArchived = useSearchParams()[0].get("archived") === "true";
  const types = useAssetTypes(siteId, isArchived);
  const [toType, setToType] = useState<readonly Asset[]>([]);
  const [toLink, setToLink] = useState<readonly Asset[]>([]);
  const mayLink =
    useCan({
      all: [
        { area: "asset_identifier_link_management", letter: "c" },
        { area: "identifier_management", letter: "r" },
      ],
    }) === true;
  const [toLabel, setToLabel] = useState<readonly Asset[]>([]);
  const [numChanged, setNumChanged] = useState(0);
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
        numChanged={archiving.numDone + numChanged}
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
        moreOfSelected={({ filters }) => [
          ...(can.u ? [{ key: "type", label: t("things.type"), icon: <IconTag {...icon} />, run: setToType }] : []),
          ...(mayLink && !isArchived
            ? [{ key: "link", label: t("things.links.link"), icon: <IconLink {...icon} />, run: setToLink }]
            : []),
          { key: "labels", label: t("entity.labels.action"), icon: <IconQrcode {...icon} />, run: setToLabel },
          ...actions.rows(filters["archived"] === "true"),
        ]}
      />
      <BulkChange
        noun={assets}
        things={toType}
        label={t("things.type")}
        choices={types}
        isFree
        bodyOf={(type) => ({ type })}
        onChanged={() => setNumChanged((before) => before + 1)}
        onClose={() => setToType([])}
      />
      {siteId === null ? null : (
        <BulkLink
          siteId={siteId}
          things={toLink}
          onLinked={() => setNumChanged((before) => before + 1)}
          onClose={() => setToLink([])}
        />
      )}
      <LabelSheet
        labels={toLabel.map(({ id, siteId: of, name, type, linkedTrackers }) => ({
          key: id,
          path: `/sites/${of}/assets/${id}`,
          name,
          code: linkedTrackers[0]?.mac ?? null,
          line: type,
        }))}
        onClose={() => setToLabel([])}
      />
    </LivePlacesContext>
  );
}
