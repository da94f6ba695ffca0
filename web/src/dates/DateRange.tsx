import { Button, Popover, SegmentedControl } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ChipOff } from "../table/ChipOff.tsx";
import chip from "../table/FilterChip.module.css";
import { CalendarButton } from "./CalendarButton.tsx";
import classes from "./Dates.module.css";
import { type DateWords, isSpan, isTurned, type Span } from "./span.ts";
import { type MomentKind, useMomentText } from "./useMomentText.ts";

interface Props {
  value: DateWords;
  /** The spans offered besides custom dates. */
  spans?: readonly Span[];
  /** A range with a start is required and cannot be removed. */
  isNeeded?: boolean;
  /** Custom dates are minutes, not days. */
  hasTimes?: boolean;
  onChange(words: DateWords): void;
}

const usual: readonly Span[] = ["day", "week", "month"];

/** A chip that opens the choice of a span up to now, or of custom dates. */
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
      {isOff ? null : <ChipOff label={t("dates.title")} onOff={() => onChange({})} />}
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

/** Dates from and to. Without an end: up to now. Without a start, where that is allowed: everything before. */
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
        <MomentInput
          key={which}
          label={t(`dates.${which}`)}
          kind={hasTimes ? "minute" : "day"}
          value={dates[which]}
          isInvalid={fault !== null && (which === "from" || fault === "start_after_end")}
          onChange={(moment) => setDates({ ...dates, [which]: moment })}
        />
      ))}
      {fault === null ? null : <p role="alert">{t(`errors.${fault}`)}</p>}
      <Button type="submit">{t("dates.show")}</Button>
    </form>
  );
}

function MomentInput(props: {
  label: string;
  kind: MomentKind;
  value: string;
  isInvalid: boolean;
  onChange(moment: string): void;
}) {
  const { label, kind, value, isInvalid, onChange } = props;
  const id = useId();
  const text = useMomentText(value, kind, onChange);
  return (
    <div className={classes["moment"]}>
      <label htmlFor={id}>{label}</label>
      <input id={id} {...text} aria-invalid={isInvalid || undefined} />
      <CalendarButton label={label} kind={kind} value={value} onChange={onChange} />
    </div>
  );
}

// Not the browser's own format: the product writes YYYY-MM-DD everywhere.
function datesText(from: string | undefined, to: string | undefined): string | null {
  if (from === undefined && to === undefined) return null;
  // Within one day the day is written once.
  const end = to?.includes("T") === true && to.slice(0, 10) === from?.slice(0, 10) ? to.slice(11) : to;
  return [from, end].map((word) => word?.replace("T", " ") ?? "…").join(" – ");
}
