import type { ColumnWidths } from "./columnWidths.ts";
import classes from "./SkeletonRows.module.css";

const widths = [62, 48, 70, 55, 66, 44, 58, 52, 64, 50];

interface Column {
  key: string;
  /** Px. */
  width?: number | undefined;
  align?: "end" | undefined;
}

interface Props {
  columns: readonly Column[];
  /** For a table, with boxes before the columns and dots after them; without it, cards. */
  grid?: { isSelectable: boolean } & ColumnWidths;
}

/** Skeleton rows under the headers, shown once loading takes long enough to be noticed. */
export function SkeletonRows({ columns, grid }: Props) {
  const hasBoxes = grid?.isSelectable === true;
  const tracks = grid?.widths ?? columns.map(({ width }) => (width === undefined ? "minmax(0, 1fr)" : `${width}px`));
  const template = [hasBoxes ? "52px" : "", ...tracks, grid === undefined ? "" : "56px"].join(" ");
  return (
    <div className={classes["rows"]} style={{ minWidth: grid?.minWidth }} aria-hidden="true">
      {widths.map((width, row) => (
        <div key={width} style={{ gridTemplateColumns: template }}>
          {hasBoxes ? <span /> : null}
          {columns.map(({ key, align }, column) => {
            const length = widths[(row + column * 3) % widths.length] ?? width;
            return (
              <span key={key} data-align={align}>
                <i style={{ width: `min(${length}%, ${length * 2}px)` }} />
              </span>
            );
          })}
        </div>
      ))}
    </div>
  );
}
