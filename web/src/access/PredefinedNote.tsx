import { IconLock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./Note.module.css";

/** Says why a predefined role or group cannot be changed. */
export function PredefinedNote({ children }: { children: ReactNode }) {
  return (
    <p className={classes["note"]}>
      <IconLock size={17} stroke={1.75} aria-hidden="true" />
      {children}
    </p>
  );
}
