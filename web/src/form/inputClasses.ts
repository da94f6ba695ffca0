import classes from "./Field.module.css";

/** How every input of a form looks; for inputs that stand outside of a form too. */
export const inputClasses = {
  label: classes["label"] ?? "",
  required: classes["required"] ?? "",
  input: classes["input"] ?? "",
  section: classes["section"] ?? "",
  description: classes["hint"] ?? "",
  error: classes["hint"] ?? "",
};
