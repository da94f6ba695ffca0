import classes from "./Field.module.css";

/** The look of every input of a form; also for inputs outside of forms. */
export const inputClasses = {
  label: classes["label"] ?? "",
  required: classes["required"] ?? "",
  input: classes["input"] ?? "",
  section: classes["section"] ?? "",
  description: classes["hint"] ?? "",
  error: classes["hint"] ?? "",
};
