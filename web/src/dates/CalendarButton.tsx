import { ActionIcon } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import classes from "./Dates.module.css";
import type { MomentKind } from "./useMomentText.ts";

interface Props {
  /** What is chosen: "From". */
  label: string;
  kind: MomentKind;
  value: string;
  onChange(value: string): void;
}

/** Opens the browser's calendar for a text field beside it. */
export function CalendarButton({ label, kind, value, onChange }: Props) {
  const { t } = useTranslation();
  const native = useRef<HTMLInputElement>(null);
  return (
    <span className={classes["calendar"]}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={26}
        aria-label={t("dates.pick", { label })}
        onClick={() => native.current?.showPicker()}
      >
        <IconCalendar size={16} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <input
        ref={native}
        type={kind === "day" ? "date" : "datetime-local"}
        tabIndex={-1}
        aria-hidden="true"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </span>
  );
}
