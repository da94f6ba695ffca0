import { useTranslation } from "react-i18next";
import { Glyph } from "../../ui/Glyph.tsx";
import { type Chip, chips } from "./assetFilter.ts";
import classes from "./StatusChips.module.css";

interface Props {
  chip: Chip;
  counts: Record<Chip, number>;
  onChip(chip: Chip): void;
}

/** The filters by status, each with the number of rows it would leave. */
export function StatusChips({ chip: active, counts, onChip }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes["chips"]} role="group" aria-label={t("assets.chips.label")}>
      {chips.map((chip) => (
        <button
          key={chip}
          type="button"
          className={classes["chip"]}
          aria-pressed={chip === active}
          // A second press removes the filter.
          onClick={() => onChip(chip === active ? "all" : chip)}
        >
          {chip === "all" ? null : <Glyph kind={chip} />}
          {t(`assets.chips.${chip}`)}
          <b>{counts[chip]}</b>
        </button>
      ))}
    </div>
  );
}
