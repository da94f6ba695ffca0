import { Button, FileButton, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { dialogClasses } from "./dialogClasses.ts";
import classes from "./FileDialog.module.css";
import { Refusal } from "./Refusal.tsx";

interface DialogProps {
  title: string;
  /** It shows a table. */
  isWide?: boolean;
  onClose(): void;
  children: ReactNode;
}

/** The frame of a dialog that takes a file. */
export function FileDialog({ title, isWide = false, onClose, children }: DialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      size={isWide ? 860 : 620}
      radius="xl"
      withCloseButton={false}
      classNames={dialogClasses}
    >
      {children}
    </Modal>
  );
}

interface Props {
  text: string;
  /** File types, in the form of a file field's `accept`. */
  accept: string;
  /** The button's text while no file is chosen. */
  choose: string;
  file: File | null;
  isLooking: boolean;
  onFile(file: File): void;
  beside?: ReactNode;
  error: unknown;
  /** A preview of the file's effect. */
  children: ReactNode;
  take: string;
  isFit: boolean;
  isTaking: boolean;
  onTake(file: File): void;
  onClose(): void;
}

/** Takes a file in two steps: after choosing it people see a preview, then they confirm. */
export function FileChoice({ file, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <p className={classes["text"]}>{props.text}</p>
      <div className={classes["choose"]}>
        <FileButton accept={props.accept} onChange={(chosen) => chosen && props.onFile(chosen)}>
          {(buttonProps) => (
            <Button {...buttonProps} variant="default" loading={props.isLooking}>
              {file?.name ?? props.choose}
            </Button>
          )}
        </FileButton>
        {props.beside}
      </div>
      <Refusal error={props.error} entity="" />
      {props.children}
      <div className={classes["end"]}>
        <Button variant="default" onClick={props.onClose}>
          {t("form.cancel")}
        </Button>
        <Button
          disabled={file === null || !props.isFit}
          loading={props.isTaking}
          onClick={() => {
            if (file !== null) props.onTake(file);
          }}
        >
          {props.take}
        </Button>
      </div>
    </>
  );
}
