import { IconAlertTriangle } from "@tabler/icons-react";
import classes from "./signIn/SignIn.module.css";

/** Why a form was refused, if no single field is the reason. */
export function FormFailure({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p className={classes["failure"]} role="alert">
      <IconAlertTriangle size={17} stroke={1.75} aria-hidden="true" />
      {text}
    </p>
  );
}
