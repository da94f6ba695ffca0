import { Button } from "@mantine/core";
import { type Asset, getAssetHistory, listAssetLinks } from "@pulse/contract/assets";
import { IconArchive, IconArchiveOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { EntityPage } from "../entity/EntityPage.tsx";
import { useLetters } from "../entity/useLetters.ts";
import { useSiteScope } from "../entity/useSiteScope.ts";
import { History } from "../history/History.tsx";
import { useTrackersOfAsset } from "../history/heardTrackers.ts";
import { ToHistory } from "../history/ToHistory.tsx";
import { AssetForm } from "./AssetForm.tsx";
import { assets } from "./assets.ts";
import { AssetPicture } from "./AssetPicture.tsx";
import { AssetTrackers } from "./AssetTrackers.tsx";
import { LinkLog } from "./LinkLog.tsx";
import { SeenNow } from "./LiveCells.tsx";
import { LivePlacesContext, useLivePlaces } from "./livePlaces.ts";
import { ShowOnMap } from "./ShowOnMap.tsx";
import { StatusNowBadge } from "./StatusNow.tsx";
import { useAssetArchiving } from "./useAssetArchiving.ts";
import { WhereCard } from "./WhereCard.tsx";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

/** `/sites/:siteId/assets/new` and `/sites/:siteId/assets/:id`: one asset, its place, its trackers and its past. */
export default function AssetPage() {
  const { t } = useTranslation();
  const { siteId } = useSiteScope();
  const can = useLetters("asset_management");
  const archiving = useAssetArchiving();
  return (
    <LivePlacesContext value={useLivePlaces(siteId)}>
      <EntityPage
        noun={assets}
        badge={(asset) =>
          asset.archived ? (
            <small>{t("things.archivedOne")}</small>
          ) : (
            <StatusNowBadge thing={asset} isTracked={isTracked(asset)} />
          )
        }
        facts={(asset) => (
          <>
            <span>{asset.type}</span>
            <span>
              {t("things.seen")}{" "}
              <b>
                <SeenNow thing={asset} />
              </b>
            </span>
          </>
        )}
        actions={(asset) => (
          <>
            {asset.archived || asset.lastLocation === null ? null : (
              <ShowOnMap to={`/sites/${asset.siteId}/map?asset=${asset.guid}`} />
            )}
            <ToHistory />
            {can.u ? (
              <Button
                variant="default"
                loading={archiving.isBusy}
                leftSection={asset.archived ? <IconArchiveOff {...icon} /> : <IconArchive {...icon} />}
                onClick={() => (asset.archived ? archiving.unarchive([asset]) : archiving.archive([asset]))}
              >
                {t(asset.archived ? "things.unarchive" : "things.archive")}
              </Button>
            ) : null}
          </>
        )}
        aside={(asset) => (
          <>
            <AssetTrackers asset={asset} />
            <AssetPicture asset={asset} />
            <LinkLog id={asset.id} endpoint={listAssetLinks} nameOf={({ tracker }) => tracker.name} />
          </>
        )}
      >
        {(asset, scope) => (
          <>
            {asset === null ? null : <WhereCard thing={asset} type={asset.type} />}
            <AssetForm asset={asset} scope={scope} />
            {asset === null ? null : <Past asset={asset} />}
          </>
        )}
      </EntityPage>
    </LivePlacesContext>
  );
}

const isTracked = ({ linkedTrackers }: Asset): boolean => linkedTrackers.length > 0;

function Past({ asset }: { asset: Asset }) {
  return <History noun="assets" thing={asset} positions={getAssetHistory} trackers={useTrackersOfAsset(asset.id)} />;
}
