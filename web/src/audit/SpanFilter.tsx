import { Button, Popover, SegmentedControl } from "@mantine/core";
import { IconChevronDown, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import chip from "../table/FilterChip.module.css";
import type { TableQuery } from "../table/useTableQuery.ts";
import classes from "./Audit.module.css";
import { isSpan, type Span, spans } from "./auditParameters.ts";

/** From when to when: a span up to now, or days of one's own. */
export function SpanFilter({ query }: { query: TableQuery }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { span, from, to } = query.filters;
  const text = isSpan(span) ? t(`audit.spans.${span}`) : daysText(from, to);
  const set = (changes: { span?: Span; from?: string; to?: string }): void =>
    query.setFilters({ span: null, from: null, to: null, ...changes });
  return (
    <div className={chip["chip"]} data-on={text !== null || undefined}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className={chip["open"]} onClick={() => setOpen(!isOpen)}>
            {t("audit.span")}
            <b>{text ?? t("audit.spans.all")}</b>
            {text === null ? <IconChevronDown size={15} stroke={1.75} aria-hidden="true" /> : null}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t("audit.span")}>
          <div className={classes["span"]}>
            <SegmentedControl
              fullWidth
              aria-label={t("audit.span")}
              value={isSpan(span) ? span : ""}
              data={(Object.keys(spans) as Span[]).map((value) => ({ value, label: t(`audit.spans.${value}`) }))}
              onChange={(value) => {
                if (isSpan(value)) set({ span: value });
              }}
            />
            <Days from={from} to={to} onDays={set} />
          </div>
        </Popover.Dropdown>
      </Popover>
      {text === null ? null : (
        <button
          type="button"
          className={chip["off"]}
          aria-label={t("table.filterOff", { label: t("audit.span") })}
          onClick={() => set({})}
        >
          <IconX size={14} stroke={1.9} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

interface DaysProps {
  from: string | undefined;
  to: string | undefined;
  onDays(days: { from?: string; to?: string }): void;
}

/** Days from and to, both of them whole. */
function Days({ from = "", to = "", onDays }: DaysProps) {
  const { t } = useTranslation();
  const [days, setDays] = useState({ from, to });
  const isWrong = days.from !== "" && days.to !== "" && days.to < days.from;
  return (
    <form
      className={classes["days"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (isWrong) return;
        onDays({ ...(days.from === "" ? {} : { from: days.from }), ...(days.to === "" ? {} : { to: days.to }) });
      }}
    >
      {(["from", "to"] as const).map((which) => (
        <label key={which}>
          {t(`audit.${which}`)}
          <input
            type="date"
            value={days[which]}
            aria-invalid={isWrong || undefined}
            onChange={({ currentTarget }) => setDays({ ...days, [which]: currentTarget.value })}
          />
        </label>
      ))}
      {isWrong ? <p role="alert">{t("errors.start_after_end")}</p> : null}
      <Button type="submit" disabled={days.from === "" && days.to === ""}>
        {t("audit.show")}
      </Button>
    </form>
  );
}

// The browser's own words for days are another format than the rest of the product's: YYYY-MM-DD everywhere.
function daysText(from: string | undefined, to: string | undefined): string | null {
  if (from === undefined && to === undefined) return null;
  return `${from ?? "…"} – ${to ?? "…"}`;
}
