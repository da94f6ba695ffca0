import { useTranslation } from "react-i18next";
import classes from "./Analysis.module.css";

interface Props {
  label: string;
  head: readonly string[];
  /** How many columns are text; the others are numbers. */
  words?: number;
  /** After so many rows the rest is folded. */
  folded?: number;
  /** Undefined: still loading. */
  rows: readonly { key: string; cells: readonly (string | number)[] }[] | undefined;
}

/** Sums in rows, for eyes, screen readers and copying. */
export function SumTable({ label, head, words = 1, folded = Infinity, rows }: Props) {
  const { t } = useTranslation();
  if (rows === undefined || rows.length === 0)
    return <p className={classes["scale"]}>{rows === undefined ? t("history.loading") : t("analysis.nothing")}</p>;
  const table = (some: NonNullable<Props["rows"]>, name: string) => (
    <table className={classes["table"]} aria-label={name}>
      <thead>
        <tr>
          {head.map((text, nth) => (
            <th key={text} scope="col" data-words={nth < words || undefined}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {some.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, nth) => (
              <td key={head[nth]} data-words={nth < words || undefined}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  const rest = rows.slice(folded);
  return (
    <>
      {table(rows.slice(0, folded), label)}
      {rest.length === 0 ? null : (
        <details>
          <summary>{t("analysis.more", { count: rest.length })}</summary>
          {table(rest, t("analysis.more", { count: rest.length }))}
        </details>
      )}
    </>
  );
}
