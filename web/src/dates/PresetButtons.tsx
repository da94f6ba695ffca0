import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./Dates.module.css";
import { type Preset, type PresetDates, presetDates, presets } from "./presets.ts";

/** Fills a period's two fields with a period that has a name; it stays marked until one of them is changed. */
export function PresetButtons({ value, onChange }: { value: PresetDates; onChange(dates: PresetDates): void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<(PresetDates & { preset: Preset }) | null>(null);
  const isUnchanged = chosen !== null && chosen.from === value.from && chosen.to === value.to;
  return (
    <div className={classes["presets"]} role="group" aria-label={t("dates.title")}>
      {presets.map((preset) => (
        <button
          key={preset}
          type="button"
          aria-pressed={isUnchanged && chosen.preset === preset}
          onClick={() => {
            const dates = presetDates(preset, new Date());
            setChosen({ ...dates, preset });
            onChange(dates);
          }}
        >
          {t(`dates.presets.${preset}`)}
        </button>
      ))}
    </div>
  );
}
