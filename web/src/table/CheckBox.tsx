import type { ChangeEvent } from "react";
import classes from "./CheckBox.module.css";

interface Props {
  label: string;
  isChecked: boolean;
  /** Some of what it stands for is checked. */
  isPartial?: boolean;
  isDisabled?: boolean;
  tabIndex?: number;
  describedBy?: string | undefined;
  onChange(isChecked: boolean): void;
}

/** A bare check box as tables have many of: the browser's own, drawn by the look. */
export function CheckBox({ label, isChecked, isPartial, isDisabled, tabIndex, describedBy, onChange }: Props) {
  return (
    <input
      type="checkbox"
      className={classes["box"]}
      aria-label={label}
      aria-describedby={describedBy}
      checked={isChecked}
      // Reachable by keyboard all the same, so that its reason can be read.
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
