import classes from "./SiteSetUp.module.css";

/** A sketch of a floor plan, to show what kind of picture is wanted. */
export function PlanSketch() {
  return (
    <svg className={classes["sketch"]} width="104" height="80" viewBox="0 0 104 80" aria-hidden="true">
      <g transform="rotate(-5 52 40)">
        <path d="M6 8H98V72H6Z" data-part="floor" />
        <path d="M6 8H98V72H6ZM40 8V26M40 36V44M6 44H26M34 44H40M40 58V72" data-part="wall" />
        <path d="M50 18H74V24H50ZM50 30H74V36H50ZM50 42H74V48H50Z" data-part="shelf" />
        <circle cx="82" cy="56" r="10" data-part="reach" />
        <circle cx="82" cy="56" r="4" data-part="dot" />
      </g>
    </svg>
  );
}
