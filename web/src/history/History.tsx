import { SegmentedControl } from "@mantine/core";
import type { Endpoint } from "@pulse/contract/endpoint";
import { toQueryString } from "@pulse/contract/wire";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DateRange } from "../dates/DateRange.tsx";
import { timesOf } from "../dates/span.ts";
import { useDateWords } from "../dates/useDateWords.ts";
import { ZonedCsv } from "../dates/ZonedCsv.tsx";
import { useLetters } from "../entity/useLetters.ts";
import { FormSection } from "../form/FormSection.tsx";
import { BatteryPart } from "./BatteryPart.tsx";
import { ChangesPart } from "./ChangesPart.tsx";
import type { HeardTracker } from "./heardTrackers.ts";
import classes from "./History.module.css";
import { PositionsPart } from "./PositionsPart.tsx";
import { SignalPart } from "./SignalPart.tsx";
import { StaysPart } from "./StaysPart.tsx";
import { historyId } from "./ToHistory.tsx";

interface Props {
  noun: "assets" | "trackers";
  thing: { id: string; name: string; siteId: string };
  /** The endpoint of its positions. */
  positions: Endpoint;
  /** The trackers whose signals are its own; null until they are known. */
  trackers: readonly HeardTracker[] | null;
}

type Part = "positions" | "stays" | "signal" | "battery" | "changes";
/** The parts that are available as a file, and where. */
const files: Partial<Record<Part, string>> = { positions: "history", stays: "geofence-history" };

/** The past of an asset or a tracker in a range of dates: positions, geofences, signals, and who changed it. */
export function History({ noun, thing, positions, trackers }: Props) {
  const { t } = useTranslation();
  const [dates, setDates] = useDateWords("day");
  const [chosen, setChosen] = useState<Part>("positions");
  const parts = useParts(noun);
  const part = parts.includes(chosen) ? chosen : "positions";
  const file = useLetters("asset_download").r ? files[part] : undefined;
  const pathOf = (convertToTimezone: string): string =>
    `/api/v3/${noun}/${thing.id}/${file ?? ""}${toQueryString({ ...timesOf(dates, Date.now()), returnFile: true, convertToTimezone })}`;
  return (
    // Not a control, but the head of the page leads here.
    <div id={historyId} tabIndex={-1} className={classes["history"]}>
      <FormSection
        title={t("history.title")}
        isBare
        actions={
          <div className={classes["actions"]}>
            <DateRange value={dates} spans={["hour", "day", "week", "month"]} isNeeded hasTimes onChange={setDates} />
            {file === undefined ? null : <ZonedCsv pathOf={pathOf} />}
          </div>
        }
      >
        <div className={classes["parts"]}>
          <SegmentedControl
            aria-label={t("history.title")}
            value={part}
            data={parts.map((value) => ({ value, label: t(`history.parts.${value}`) }))}
            onChange={(value) => setChosen(value)}
          />
        </div>
        {part === "positions" ? <PositionsPart noun={noun} id={thing.id} endpoint={positions} dates={dates} /> : null}
        {part === "stays" ? <StaysPart id={thing.id} siteId={thing.siteId} dates={dates} /> : null}
        {part === "signal" ? <SignalPart trackers={trackers} dates={dates} /> : null}
        {part === "battery" ? <BatteryPart trackers={trackers} dates={dates} /> : null}
        {part === "changes" ? <ChangesPart id={thing.id} siteId={thing.siteId} dates={dates} /> : null}
      </FormSection>
    </div>
  );
}

/** The parts that this person may see. */
function useParts(noun: Props["noun"]): readonly Part[] {
  const fences = useLetters("geofence_management").r;
  const trackers = useLetters("identifier_management").r;
  const log = useLetters("role_management").r;
  return [
    "positions",
    ...(fences && noun === "assets" ? (["stays"] as const) : []),
    ...(trackers ? (["signal", "battery"] as const) : []),
    ...(log ? (["changes"] as const) : []),
  ];
}
