import { Button, Popover } from "@mantine/core";
import { IconArrowLeft, IconPlus, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { LiveAsset } from "../../live/liveStore.ts";
import { useServices } from "../../services/services.tsx";
import { metresText } from "../../text/translate.ts";
import { titleOf } from "../cards/assetFacts.ts";
import type { PlaybackSpan } from "./playbackAddress.ts";
import type { MapData } from "../model/useMapData.ts";
import type { MapSelection } from "../model/useMapSelection.ts";
import { ExplanationButton } from "../explanation/ExplanationButton.tsx";
import { lastingText } from "./durations.ts";
import { Events } from "./Events.tsx";
import { HistoryCsv } from "./HistoryCsv.tsx";
import classes from "./HistoryPanel.module.css";
import { type Crossing, eventsOf } from "./historyEvents.ts";
import type { TrackSummary } from "./trackSummary.ts";

interface Props {
  page: Pick<MapSelection, "panel"> & Pick<MapData, "plans">;
  span: PlaybackSpan;
  /** The assets whose tracks are shown. */
  assets: readonly LiveAsset[];
  /** The one that is summarized. */
  selectedAsset: LiveAsset | null;
  summary: TrackSummary | null;
  crossings: readonly Crossing[];
  timeMs: number;
  onSeek(ms: number): void;
  onChoose(guid: string): void;
  onSpan(span: PlaybackSpan | null): void;
}

/** A span of an asset in words: how far, how long, and where it stopped. */
export function HistoryPanel({
  page,
  span,
  assets,
  selectedAsset,
  summary,
  crossings,
  timeMs,
  onSeek,
  onChoose,
  onSpan,
}: Props) {
  const { t } = useTranslation();
  const events = eventsOf(summary, crossings);
  return (
    <aside className={classes["panel"]} aria-label={t("past.history")}>
      <button type="button" className={classes["back"]} onClick={() => onSpan(null)}>
        <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
        {t("past.liveMap")}
      </button>
      <h1>{selectedAsset === null ? t("past.history") : titleOf(selectedAsset)}</h1>
      {assets.length < 2 ? null : (
        <ul className={classes["assets"]} aria-label={t("past.assets")}>
          {assets.map((asset) => (
            <li key={asset.guid}>
              <button
                type="button"
                aria-pressed={asset.guid === selectedAsset?.guid}
                onClick={() => onChoose(asset.guid)}
              >
                {titleOf(asset)}
              </button>
              <button
                type="button"
                aria-label={t("past.takeOff", { name: asset.name })}
                onClick={() => onSpan({ ...span, timeMs, of: span.of.filter((guid) => guid !== asset.guid) })}
              >
                <IconX size={14} stroke={1.9} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {summary === null ? null : (
        <>
          <dl className={classes["facts"]}>
            <div>
              <dt>{t("past.travelled")}</dt>
              <dd>{metresText(summary.travelledM)}</dd>
            </div>
            <div>
              <dt>{t("past.signs.moving")}</dt>
              <dd>{lastingText(summary.movingMs)}</dd>
            </div>
            <div>
              <dt>{t("past.stopped")}</dt>
              <dd>{lastingText(summary.stillMs)}</dd>
            </div>
          </dl>
          <Events events={events} timeMs={timeMs} plans={page.plans} onSeek={onSeek} />
        </>
      )}
      <div className={classes["actions"]}>
        <AddAsset span={{ ...span, timeMs }} onSpan={onSpan} />
        {selectedAsset === null ? null : <ExplanationButton page={page} guid={selectedAsset.guid} />}
        <HistoryCsv span={span} asset={selectedAsset} />
      </div>
    </aside>
  );
}

const maxOffered = 8;

/** Adds another asset to play, found by name among those of the live map. */
function AddAsset({ span, onSpan }: Pick<Props, "span" | "onSpan">) {
  const { t } = useTranslation();
  const { live } = useServices();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const offered = [...live.all().values()]
    .filter(({ guid, name }) => !span.of.includes(guid) && name.toLowerCase().includes(wanted))
    .slice(0, maxOffered);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-start" width={264} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
          onClick={() => setOpen(!isOpen)}
        >
          {t("past.addAsset")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("past.addAsset")} className={classes["add"]}>
        <input
          type="text"
          data-autofocus
          aria-label={t("past.addAsset")}
          placeholder={t("past.findAsset")}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <ul>
          {offered.map((asset) => (
            <li key={asset.guid}>
              <button
                type="button"
                onClick={() => {
                  setOpen(false);
                  onSpan({ ...span, of: [...span.of, asset.guid] });
                }}
              >
                {titleOf(asset)}
              </button>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
