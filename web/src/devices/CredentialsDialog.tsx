import { Button, Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { dialogClasses } from "../form/dialogClasses.ts";
import { type CredentialLine, CredentialLines } from "./CredentialLines.tsx";
import classes from "./Credentials.module.css";

interface Props {
  title: string;
  /** What to do with them; the password is shown only here. */
  text: string;
  done: string;
  lines?: readonly CredentialLine[];
  /** What is shown instead of lines. */
  children?: ReactNode;
  onClose(): void;
}

/** MQTT credentials with the password, which is shown only here, so only the button closes the dialog. */
export function CredentialsDialog({ title, text, done, lines, children, onClose }: Props) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      size={560}
      radius="xl"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      classNames={dialogClasses}
    >
      <p className={classes["text"]}>{text}</p>
      {lines === undefined ? children : <CredentialLines lines={lines} />}
      <div className={classes["actions"]}>
        <Button onClick={onClose}>{done}</Button>
      </div>
    </Modal>
  );
}
