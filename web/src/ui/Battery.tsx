import classes from "./Battery.module.css";

interface Props {
  percent: number;
  isLow: boolean;
  /** The screen reader's text. */
  label: string;
  /** The text beside the icon. */
  text: string;
}

/** A battery with its level, in the warning colour when low. */
export function Battery({ percent, isLow, label, text }: Props) {
  return (
    <span className={classes["battery"]} data-low={isLow || undefined} title={label}>
      <svg width="20" height="11" viewBox="0 0 22 12" aria-hidden="true">
        <rect x=".75" y=".75" width="18" height="10.5" rx="2.6" fill="none" stroke="currentColor" strokeWidth="1.3" />
        <rect x="2.6" y="2.6" width={(14.3 * percent) / 100} height="6.8" rx="1.2" fill="currentColor" />
        <path d="M20.8 4.2V7.8" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
      <span>{text}</span>
    </span>
  );
}
