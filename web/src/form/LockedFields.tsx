import { type ReactNode, useLayoutEffect, useRef } from "react";
import classes from "./Section.module.css";

interface Props {
  /** Whether what is typed now could not be saved any more. */
  isLocked: boolean;
  children: ReactNode;
}

/** Fields that take no input while they are being sent; afterwards the focus returns to where it was. */
export function LockedFields({ isLocked, children }: Props) {
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (isLocked) {
      focused.current = document.activeElement;
      return;
    }
    // A browser moves the focus out of a disabled field.
    if (document.activeElement === document.body && focused.current instanceof HTMLElement) focused.current.focus();
    focused.current = null;
  }, [isLocked]);
  return (
    <fieldset className={classes["lock"]} disabled={isLocked}>
      {children}
    </fieldset>
  );
}
