import type { ReactNode } from "react";
import { usePhone } from "../theme/usePhone.ts";
import classes from "./ScrollTable.module.css";

/** A row for reading. */
export interface ScrollRow {
  key: string;
  /** One for each header. */
  cells: readonly ReactNode[];
  /** Its buttons. */
  acts?: ReactNode;
}

interface Props {
  label: string;
  head: readonly string[];
  /** The purpose of a last column of buttons, whose header is not visible. */
  acts?: string;
  /** It fills its page; otherwise it is part of a card. */
  isPage?: boolean;
  /** Which cell names a row's card; the first one unless given. */
  titleAt?: number;
  rows: readonly ScrollRow[];
}

/** A table for reading, which scrolls under its header; on a phone its rows are cards. */
export function ScrollTable({ label, head, acts, isPage = false, titleAt = 0, rows }: Props) {
  const isPhone = usePhone();
  return (
    // Not a control, but without focus no keyboard would scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes["scroll"]} tabIndex={0} role="region" aria-label={label} data-page={isPage || undefined}>
      {isPhone ? (
        <Cards head={head} titleAt={titleAt} rows={rows} />
      ) : (
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
          <tbody>
            {rows.map(({ key, cells, acts: buttons }) => (
              <tr key={key}>
                {head.map((text, nth) => (
                  <td key={text}>{cells[nth]}</td>
                ))}
                {acts === undefined ? null : <td>{buttons}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function Cards({ head, titleAt, rows }: Pick<Props, "head" | "rows"> & { titleAt: number }) {
  return (
    <ul className={classes["cards"]}>
      {rows.map(({ key, cells, acts }) => (
        <li key={key}>
          <div className={classes["title"]}>{cells[titleAt]}</div>
          <dl>
            {head.map((text, nth) =>
              nth === titleAt ? null : (
                <div key={text}>
                  <dt>{text}</dt>
                  <dd>{cells[nth]}</dd>
                </div>
              ),
            )}
          </dl>
          {acts}
        </li>
      ))}
    </ul>
  );
}
