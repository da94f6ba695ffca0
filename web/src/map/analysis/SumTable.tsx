import { useTranslation } from "react-i18next";
import classes from "./Analysis.module.css";

interface Props {
  label: string;
  head: readonly string[];
  /** How many columns are text; the others are numbers. */
  words?: number;
  /** Undefined: still loading. */
  rows: readonly { key: string; cells: readonly (string | number)[] }[] | undefined;
}

/** Sums in rows, for eyes, screen readers and copying. */
export function SumTable({ label, head, words = 1, rows }: Props) {
  const { t } = useTranslation();
  if (rows === undefined || rows.length === 0)
    return <p className={classes["scale"]}>{rows === undefined ? t("history.loading") : t("analysis.nothing")}</p>;
  return (
    <table className={classes["table"]} aria-label={label}>
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
        {rows.map(({ key, cells }) => (
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
}
