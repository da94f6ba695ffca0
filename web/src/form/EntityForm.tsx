import type { ReactNode } from "react";
import { ConflictDialog } from "./ConflictDialog.tsx";
import { FormContext } from "./FormContext.ts";
import { LeaveGuard, useIsGuarded, useLeaveGuard } from "./LeaveGuard.tsx";
import { LockedFields } from "./LockedFields.tsx";
import classes from "./Section.module.css";
import type { FormState } from "./useEntityForm.ts";

interface Props {
  form: FormState;
  /** The person may only read: the same sections with their values as text. */
  isReadOnly?: boolean;
  /** The question when people leave with unsaved changes, instead of the usual one. */
  prompt?: string;
  children: ReactNode;
}

/**
 * The form around sections, fields and a SaveBar, with the dialog for conflicts. Several forms on a page share one
 * LeaveGuard (a FormPage has one); a form on its own brings its guard.
 */
export function EntityForm({ form, isReadOnly = false, prompt, children }: Props) {
  const isGuarded = useIsGuarded();
  const inner = (
    <FormContext value={{ form, isReadOnly }}>
      <Guarded form={form}>{children}</Guarded>
    </FormContext>
  );
  return isGuarded ? inner : <LeaveGuard {...(prompt === undefined ? {} : { prompt })}>{inner}</LeaveGuard>;
}

function Guarded({ form, children }: { form: FormState; children: ReactNode }) {
  const { element, submit, unsaved } = form;
  useLeaveGuard(unsaved);
  return (
    <>
      <form ref={element} className={classes["form"]} onSubmit={submit} noValidate>
        <LockedFields isLocked={form.isLocked}>{children}</LockedFields>
      </form>
      <ConflictDialog form={form} />
    </>
  );
}
