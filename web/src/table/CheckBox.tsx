import type { ChangeEvent } from "react";
import classes from "./CheckBox.module.css";

interface Props {
  label: string;
  isChecked: boolean;
  /** Some of the rows that it stands for are checked. */
  isPartial?: boolean;
  isDisabled?: boolean;
  tabIndex?: number;
  describedBy?: string | undefined;
  onChange(isChecked: boolean): void;
}

/** A plain check box for tables: the browser's own with our styles. */
export function CheckBox({ label, isChecked, isPartial, isDisabled, tabIndex, describedBy, onChange }: Props) {
  return (
    <input
      type="checkbox"
      className={classes["box"]}
      aria-label={label}
      aria-describedby={describedBy}
      checked={isChecked}
      // Still reachable by keyboard, so that the reason can be read.
      aria-disabled={isDisabled || undefined}
      tabIndex={tabIndex}
      ref={(box) => {
        if (box) box.indeterminate = isPartial === true;
      }}
      onChange={({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
        if (isDisabled !== true) onChange(currentTarget.checked);
      }}
    />
  );
}
