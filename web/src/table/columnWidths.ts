import type { Column } from "./Column.ts";

/** The checkbox before a row and the menu at its end, px. */
const boxPx = 52;
const menuPx = 56;
/** What a column without a width has at least, px: about 14 letters, 20 in the first, which names the row, and for places. */
const leastPx = 124;
const leastLongPx = 168;

export interface ColumnWidths {
  /** Below this the table scrolls sideways instead of squeezing its columns, px. */
  minWidth: number;
  /** For each column a CSS width. Those of flexible columns refer to the nearest container (`cqw`). */
  widths: string[];
}

/** Fixed columns keep their width; the others never have less than they need, and share what is left by their `share`. */
export function columnWidths(
  columns: readonly Pick<Column<never>, "width" | "share">[],
  isSelectable: boolean,
): ColumnWidths {
  const leastOf = (index: number): number => {
    const { width, share = 1 } = columns[index] ?? {};
    return width ?? (index === 0 || share > 1 ? leastLongPx : leastPx);
  };
  const shareOf = ({ width, share = 1 }: Pick<Column<never>, "width" | "share">): number =>
    width === undefined ? share : 0;
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const minWidth = (isSelectable ? boxPx : 0) + sum(columns.map((_column, index) => leastOf(index))) + menuPx;
  const shares = sum(columns.map(shareOf)) || 1;
  const widths = columns.map((column, index) => {
    const share = shareOf(column) / shares;
    if (share === 0) return `${leastOf(index)}px`;
    return `calc(${leastOf(index)}px + (max(100cqw, ${minWidth}px) - ${minWidth}px) * ${share.toFixed(4)})`;
  });
  return { minWidth, widths };
}
