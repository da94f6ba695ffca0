import classes from "./SkeletonRows.module.css";

const widths = [62, 48, 70, 55, 66, 44, 58, 52, 64, 50];

/** Rows in the shape of those to come; seen once the waiting is long enough to be noticed. */
export function SkeletonRows({ columns }: { columns: number }) {
  return (
    <div className={classes["rows"]} aria-hidden="true">
      {widths.map((width, row) => (
        <div key={width}>
          {Array.from({ length: columns }, (_, column) => (
            // oxlint-disable-next-line react/no-array-index-key -- a column that does not exist yet has only its place
            <i key={column} style={{ width: `${(widths[(row + column * 3) % widths.length] ?? width) * 0.8}%` }} />
          ))}
        </div>
      ))}
    </div>
  );
}
