import { Button, Popover, SegmentedControl } from "@mantine/core";
import { IconChevronDown, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import chip from "../table/FilterChip.module.css";
import classes from "./Dates.module.css";
import { type DateWords, isSpan, isTurned, type Span } from "./span.ts";

interface Props {
  value: DateWords;
  /** The spans that are offered beside dates of one's own. */
  spans?: readonly Span[];
  /** There is always a range, so it cannot be taken off, and it has a start. */
  isNeeded?: boolean;
  /** Dates of one's own are minutes, not days. */
  hasTimes?: boolean;
  onChange(words: DateWords): void;
}

const usual: readonly Span[] = ["day", "week", "month"];

/** From when to when: a chip that opens the choice of a span up to now, or of dates of one's own. */
export function DateRange({ value, spans = usual, isNeeded = false, hasTimes = false, onChange }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { span, from, to } = value;
  const text = isSpan(span) ? t(`dates.spans.${span}`) : datesText(from, to);
  const isOff = text === null || isNeeded;
  const take = (words: DateWords): void => {
    setOpen(false);
    onChange(words);
  };
  return (
    <div className={chip["chip"]} data-on={!isOff || undefined}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className={chip["open"]} onClick={() => setOpen(!isOpen)}>
            <span data-title>{t("dates.title")}</span>
            <b className={classes["words"]}>{text ?? t("dates.spans.all")}</b>
            {isOff ? <IconChevronDown size={15} stroke={1.75} aria-hidden="true" /> : null}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t("dates.title")}>
          <div className={classes["choice"]}>
            <SegmentedControl
              fullWidth
              aria-label={t("dates.title")}
              value={isSpan(span) ? span : ""}
              data={spans.map((each) => ({ value: each, label: t(`dates.spans.${each}`) }))}
              onChange={(next) => {
                // The keyboard walks through the spans, so the choice stays open.
                if (isSpan(next)) onChange({ span: next });
              }}
            />
            <OwnDates from={from ?? ""} to={to ?? ""} isNeeded={isNeeded} hasTimes={hasTimes} onDates={take} />
          </div>
        </Popover.Dropdown>
      </Popover>
      {isOff ? null : (
        <button
          type="button"
          className={chip["off"]}
          aria-label={t("table.filterOff", { label: t("dates.title") })}
          onClick={() => onChange({})}
        >
          <IconX size={14} stroke={1.9} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

interface OwnProps {
  from: string;
  to: string;
  isNeeded: boolean;
  hasTimes: boolean;
  onDates(words: DateWords): void;
}

/** Dates from and to. Without an end it is up to now; without a start, where that is allowed, it is all before. */
function OwnDates({ from, to, isNeeded, hasTimes, onDates }: OwnProps) {
  const { t } = useTranslation();
  const [dates, setDates] = useState({ from, to });
  const [isAsked, setAsked] = useState(false);
  const isMissing = dates.from === "" && (isNeeded || dates.to === "");
  const fault = isTurned(dates) ? "start_after_end" : isAsked && isMissing ? "field_required" : null;
  return (
    <form
      className={classes["own"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(true);
        if (isMissing || isTurned(dates)) return;
        onDates({
          ...(dates.from === "" ? {} : { from: dates.from }),
          ...(dates.to === "" ? {} : { to: dates.to }),
        });
      }}
    >
      {(["from", "to"] as const).map((which) => (
        <label key={which}>
          {t(`dates.${which}`)}
          <input
            type={hasTimes ? "datetime-local" : "date"}
            value={dates[which]}
            aria-invalid={(fault !== null && (which === "from" || fault === "start_after_end")) || undefined}
            onChange={({ currentTarget }) => setDates({ ...dates, [which]: currentTarget.value })}
          />
        </label>
      ))}
      {fault === null ? null : <p role="alert">{t(`errors.${fault}`)}</p>}
      <Button type="submit">{t("dates.show")}</Button>
    </form>
  );
}

// The browser's own words for dates are another format than the rest of the product's: YYYY-MM-DD everywhere.
function datesText(from: string | undefined, to: string | undefined): string | null {
  if (from === undefined && to === undefined) return null;
  // Of one day the day is said once.
  const end = to?.includes("T") === true && to.slice(0, 10) === from?.slice(0, 10) ? to.slice(11) : to;
  return [from, end].map((word) => word?.replace("T", " ") ?? "…").join(" – ");
}
