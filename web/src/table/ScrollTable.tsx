import type { ReactNode } from "react";
import classes from "./ScrollTable.module.css";

interface Props {
  label: string;
  head: readonly string[];
  /** The purpose of a last column of buttons, whose header is not visible. */
  acts?: string;
  /** It fills its page; otherwise it is part of a card. */
  isPage?: boolean;
  /** The rows. */
  children: ReactNode;
}

/** A table for reading, which scrolls under its header. */
export function ScrollTable({ label, head, acts, isPage = false, children }: Props) {
  return (
    // Not a control, but without focus no keyboard would scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes["scroll"]} tabIndex={0} role="region" aria-label={label} data-page={isPage || undefined}>
      <table className={classes["table"]}>
        <thead>
          <tr>
            {head.map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
            {acts === undefined ? null : <th scope="col" aria-label={acts} />}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
