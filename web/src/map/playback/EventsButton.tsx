import { Popover } from "@mantine/core";
import { IconListDetails } from "@tabler/icons-react";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";
import type { LiveAsset } from "../../live/liveStore.ts";
import type { PlaybackSpan } from "./playbackAddress.ts";
import type { MapData } from "../model/useMapData.ts";
import type { MapSelection } from "../model/useMapSelection.ts";
import type { MapViewControls } from "../model/useMapView.ts";
import { Events } from "./Events.tsx";
import { FollowButton } from "./FollowButton.tsx";
import { HistoryCsv } from "./HistoryCsv.tsx";
import { type Crossing, eventsOf } from "./historyEvents.ts";
import type { TrackSummary } from "./trackSummary.ts";
import classes from "./TimeBar.module.css";

/** The list of events behind a button, where there is no room for the panel. */
export function EventsButton(props: ComponentProps<typeof Events>) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-end" width={300} trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes["live"]} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconListDetails size={16} stroke={1.75} aria-hidden="true" />
          {t("onMap.stops")}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("past.events")} className={classes["list"]}>
        <Events
          {...props}
          onSeek={(ms) => {
            setOpen(false);
            props.onSeek(ms);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

interface Tools {
  page: MapViewControls & MapSelection & Pick<MapData, "plans">;
  span: PlaybackSpan;
  selectedAsset: LiveAsset | null;
  /** Null if the panel shows it. */
  summary: TrackSummary | null;
  crossings: readonly Crossing[];
  timeMs: number;
  onSeek(ms: number): void;
}

/** The tools for the asset being viewed: follow it and, where there is no panel, its events and file. */
export function PlaybackTools({ page, span, selectedAsset, summary, crossings, timeMs, onSeek }: Tools) {
  if (selectedAsset === null) return null;
  return (
    <div className={classes["tools"]}>
      <FollowButton page={page} guid={selectedAsset.guid} />
      {summary === null ? null : (
        <>
          <EventsButton events={eventsOf(summary, crossings)} timeMs={timeMs} plans={page.plans} onSeek={onSeek} />
          <HistoryCsv span={span} asset={selectedAsset} />
        </>
      )}
    </div>
  );
}
