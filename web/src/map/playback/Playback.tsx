import { useMemo, useState } from "react";
import type { LiveAsset } from "../../live/liveStore.ts";
import { useServices } from "../../services/services.tsx";
import type { PlaybackSpan } from "./playbackAddress.ts";
import type { DrawnMap } from "../model/useDrawnMap.ts";
import type { MapData } from "../model/useMapData.ts";
import type { MapOnPage } from "../model/useMapPage.ts";
import type { MapSelection } from "../model/useMapSelection.ts";
import type { MapViewControls } from "../model/useMapView.ts";
import { HistoryPanel } from "./HistoryPanel.tsx";
import { PlaybackTools } from "./EventsButton.tsx";
import { crossingsOf } from "./historyEvents.ts";
import { summarizeTrack } from "./trackSummary.ts";
import { TimeBar } from "./TimeBar.tsx";
import { useHistoryFacts } from "./useHistoryFacts.ts";
import { usePlayer, usePlayerState } from "./usePlayer.ts";
import { useTrail } from "./useTrail.ts";

interface Props {
  page: MapViewControls & MapData & MapSelection & DrawnMap & MapOnPage;
  span: PlaybackSpan;
  /** Whether there is room for the text panel. */
  hasPanel: boolean;
}

/** The past on the map: a player bar, and a panel about the assets being viewed. */
export default function Playback({ page, span, hasPanel }: Props) {
  const { live } = useServices();
  const player = usePlayer(page, span);
  const state = usePlayerState(player);
  const { fromMs, toMs, of } = span;
  const { timeMs, tracks } = state;
  const [chosenGuid, choose] = useState<string | null>(null);
  const selectedGuid = of.find((guid) => guid === chosenGuid) ?? of[0] ?? null;
  const track = selectedGuid === null ? undefined : tracks.get(selectedGuid);
  const summary = useMemo(
    () => (track === undefined ? null : summarizeTrack(track, fromMs, toMs)),
    [track, fromMs, toMs],
  );
  // Read again when the tracks change: before that there are no assets.
  const assets = useMemo(
    () => [...(tracks.size > 0 || of.length > 0 ? player.positions.all().values() : [])] as readonly LiveAsset[],
    [tracks, of, player],
  );
  // The name is known before the track has loaded.
  const selectedAsset = assets.find(({ guid }) => guid === selectedGuid) ?? live.get(selectedGuid ?? "") ?? null;
  const trackerId = track?.positions.at(-1)?.trackerId ?? null;
  const facts = useHistoryFacts({ assetId: selectedAsset?.assetId ?? null, trackerId, fromMs, toMs });
  const crossings = useMemo(() => crossingsOf(facts.stays), [facts.stays]);
  useTrail(page, { tracks, track, summary, crossings, fromMs, atMs: timeMs });
  const open = (next: PlaybackSpan | null): void => {
    page.playback.open(next);
    if (next === null && page.address.asset !== null) page.focus.go("card");
  };
  const isPanelShown = hasPanel && of.length > 0;
  const seek = (ms: number): void => {
    player.seek(ms);
    open({ ...span, timeMs: player.current().timeMs });
  };
  return (
    <>
      {isPanelShown ? (
        <HistoryPanel
          page={page}
          span={span}
          assets={assets}
          selectedAsset={selectedAsset}
          summary={summary}
          crossings={crossings}
          timeMs={timeMs}
          onSeek={seek}
          onChoose={choose}
          onSpan={open}
        />
      ) : null}
      <TimeBar
        span={span}
        player={player}
        state={state}
        summary={hasPanel ? summary : null}
        facts={facts}
        hasBackButton={isPanelShown}
        onSpan={open}
        nowMs={page.nowMs}
        focus={page.focus}
        tools={
          <PlaybackTools
            page={page}
            span={span}
            selectedAsset={selectedAsset}
            summary={isPanelShown ? null : summary}
            crossings={crossings}
            timeMs={timeMs}
            onSeek={seek}
          />
        }
      />
    </>
  );
}
