import { Loader, UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import type { ComponentType } from "react";
import classes from "./Factor.module.css";

interface Props {
  icon: ComponentType<{ size: number; stroke: number; "aria-hidden": "true" }>;
  title: string;
  /** What the choice means, in one line. */
  hint: string;
  isBusy?: boolean;
  isDisabled?: boolean;
  onChoose(): void;
}

/** One of several ways to go on, with a line that explains it. */
export function ChoiceButton({ icon: Icon, title, hint, isBusy = false, isDisabled = false, onChoose }: Props) {
  return (
    <UnstyledButton className={classes["choice"]} aria-busy={isBusy} disabled={isDisabled || isBusy} onClick={onChoose}>
      <span className={classes["icon"]}>
        <Icon size={20} stroke={1.6} aria-hidden="true" />
      </span>
      <span className={classes["words"]}>
        <b>{title}</b>
        <small>{hint}</small>
      </span>
      {isBusy ? (
        <Loader size={16} aria-hidden="true" />
      ) : (
        <IconChevronRight className={classes["chevron"]} size={18} stroke={1.6} aria-hidden="true" />
      )}
    </UnstyledButton>
  );
}
