import { getAssetHistory } from "@pulse/contract/assets";
import { toQueryString } from "@pulse/contract/wire";
import { ZonedCsv } from "../../dates/ZonedCsv.tsx";
import { useCan } from "../../entity/useCan.ts";
import type { LiveAsset } from "../../live/liveStore.ts";
import type { PlaybackSpan } from "./playbackAddress.ts";

/** The positions of an asset in a span as a file, for people who may download it. */
export function HistoryCsv({ span, asset }: { span: PlaybackSpan; asset: LiveAsset | null }) {
  const mayDownload = useCan({ all: [{ area: "asset_download", letter: "r" }] }) === true;
  if (!mayDownload || asset === null) return null;
  const startTimeUtc = new Date(span.fromMs).toISOString();
  const endTimeUtc = new Date(span.toMs).toISOString();
  const pathOf = (convertToTimezone: string): string =>
    getAssetHistory.path.replace(":id", asset.assetId) +
    toQueryString({ startTimeUtc, endTimeUtc, returnFile: true, convertToTimezone });
  return <ZonedCsv pathOf={pathOf} />;
}
