import classes from "./Dialog.module.css";

/** How every dialog looks. */
export const dialogClasses = {
  content: classes["content"] ?? "",
  header: classes["header"] ?? "",
  title: classes["title"] ?? "",
  body: classes["body"] ?? "",
};
