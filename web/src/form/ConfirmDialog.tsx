import { Button, Modal, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./Dialog.module.css";
import { dialogClasses } from "./dialogClasses.ts";
import { inputClasses } from "./inputClasses.ts";
import { Refusal } from "./Refusal.tsx";

interface Props {
  isOpen: boolean;
  /** The question. */
  title: string;
  /** The consequences. */
  text: string;
  /** The verb and the name: "Delete Northwind Logistics". */
  confirm: string;
  cancel?: string;
  /** The name of the affected thing. */
  entity?: string;
  /** Something is lost permanently, so the button is red. */
  isDestructive?: boolean;
  /** The name must be typed first, for deletions that affect many other things: sites and customers. */
  typesName?: boolean;
  isBusy?: boolean;
  /** Why it was refused. */
  failure?: unknown;
  children?: ReactNode;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before an action and names the affected thing. */
export function ConfirmDialog({ isOpen, title, onClose, ...rest }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      centered
      size={440}
      radius="xl"
      withCloseButton={false}
      classNames={dialogClasses}
    >
      <Question {...rest} onClose={onClose} />
    </Modal>
  );
}

function Question(props: Omit<Props, "isOpen" | "title">) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const { entity = "", isDestructive = false, isBusy = false, typesName = false } = props;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // For React a dialog may be inside a form.
    event.stopPropagation();
    props.onConfirm();
  };
  return (
    <form className={classes["question"]} onSubmit={submit}>
      <p>{props.text}</p>
      {props.children}
      {typesName ? (
        <TextInput
          classNames={inputClasses}
          label={t("form.confirm.typeName", { name: entity })}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      ) : null}
      <Refusal error={props.failure} entity={entity} />
      <div className={classes["actions"]}>
        <Button variant="default" onClick={props.onClose} data-autofocus={!typesName || undefined}>
          {props.cancel ?? t("form.cancel")}
        </Button>
        <Button
          type="submit"
          loading={isBusy}
          disabled={typesName && typed.trim() !== entity}
          data-destructive={isDestructive || undefined}
          className={classes["confirm"]}
        >
          {props.confirm}
        </Button>
      </div>
    </form>
  );
}
