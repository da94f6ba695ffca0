import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DateWords } from "../dates/span.ts";
import { FilterChip } from "../table/FilterChip.tsx";
import { spanOf, type HeardTracker } from "./heardTrackers.ts";
import classes from "./History.module.css";

/** One of the trackers with signals in the range of dates; the choice is shown if there are several. */
export function useTrackerChoice(
  trackers: readonly HeardTracker[],
  dates: DateWords,
): { tracker: HeardTracker | null; choice: ReactNode } {
  const { t } = useTranslation();
  const [openedMs] = useState(Date.now);
  const [chosen, setChosen] = useState<string | null>(null);
  const relevant = trackers.filter((each) => spanOf(each, dates, openedMs) !== null);
  const tracker = relevant.find(({ id }) => id === chosen) ?? relevant[0] ?? null;
  if (relevant.length < 2 || tracker === null) return { tracker, choice: null };
  return {
    tracker,
    choice: (
      <div className={classes["choice"]}>
        <FilterChip
          label={t("history.tracker")}
          value={tracker.id}
          isNeeded
          options={relevant.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setChosen}
        />
      </div>
    ),
  };
}
