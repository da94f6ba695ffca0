import classes from "./Chart.module.css";

/** The pattern of times without data, for `fill="url(#id)"`. */
export function Hatch({ id }: { id: string }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path className={classes["hatch"]} d="M0 0V6" />
    </pattern>
  );
}
