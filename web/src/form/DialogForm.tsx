import { Button, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./DialogForm.module.css";
import { dialogClasses } from "./dialogClasses.ts";
import { FormContext } from "./FormContext.ts";
import { LockedFields } from "./LockedFields.tsx";
import type { FormState } from "./useEntityForm.ts";

interface Props {
  form: FormState;
  title: string;
  /** The width, px. */
  size: number;
  /** The verb of the button that sends it. */
  submit: string;
  children: ReactNode;
  onClose(): void;
}

/**
 * A form in a dialog: its fields, why it was refused, and the buttons. It has no guard against leaving: nothing behind it can
 * be reached, and closing it means to discard.
 */
export function DialogForm({ form, title, size, submit, children, onClose }: Props) {
  const { t } = useTranslation();
  const { element, failure, isLocked, isSaving } = form;
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      size={size}
      radius="xl"
      withCloseButton={false}
      classNames={dialogClasses}
    >
      <FormContext value={{ form, isReadOnly: false }}>
        <form ref={element} className={classes["form"]} noValidate onSubmit={form.submit}>
          <LockedFields isLocked={isLocked}>{children}</LockedFields>
          {failure === null ? null : (
            <p role="alert" className={classes["failure"]}>
              {failure}
            </p>
          )}
          <div className={classes["actions"]}>
            <Button variant="default" onClick={onClose}>
              {t("form.cancel")}
            </Button>
            <Button type="submit" loading={isSaving}>
              {submit}
            </Button>
          </div>
        </form>
      </FormContext>
    </Modal>
  );
}
