import classes from "./Field.module.css";

/** The look of every switch; also for switches outside of forms. */
export const switchClasses = {
  root: classes["switch"] ?? "",
  body: classes["switchBody"] ?? "",
  track: classes["track"] ?? "",
  thumb: classes["thumb"] ?? "",
  label: classes["label"] ?? "",
  description: classes["hint"] ?? "",
};
