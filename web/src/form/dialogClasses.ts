import classes from "./Dialog.module.css";

/** The look of every dialog. */
export const dialogClasses = {
  content: classes["content"] ?? "",
  header: classes["header"] ?? "",
  title: classes["title"] ?? "",
  body: classes["body"] ?? "",
};
