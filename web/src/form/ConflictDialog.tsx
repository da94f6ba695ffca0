import { Button, Modal, Radio } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Choice, ConflictRow } from "./conflict.ts";
import classes from "./Dialog.module.css";
import { dialogClasses } from "./dialogClasses.ts";
import type { FormState } from "./useEntityForm.ts";

/** Shown when somebody else has saved first: both values of each field, and the choice between them. */
export function ConflictDialog({ form }: { form: FormState }) {
  const { t } = useTranslation();
  const { conflict } = form;
  return (
    <Modal
      opened={conflict !== null}
      onClose={() => conflict?.close()}
      title={t("form.conflict.title")}
      centered
      size={640}
      radius="xl"
      withCloseButton={false}
      classNames={dialogClasses}
    >
      {conflict === null ? null : <Choices key={conflict.rows.length} form={form} {...conflict} />}
    </Modal>
  );
}

function Choices({ form, rows, close, resolve }: { form: FormState } & NonNullable<FormState["conflict"]>) {
  const { t } = useTranslation();
  const [choices, setChoices] = useState<Record<string, Choice>>(() =>
    Object.fromEntries(rows.map(({ path, proposed }) => [path, proposed])),
  );
  return (
    <div className={classes["question"]}>
      <p>{t("form.conflict.text", { count: rows.length })}</p>
      <div className={classes["rows"]}>
        {rows.map((row) => (
          <Row
            key={row.path}
            row={row}
            form={form}
            choice={choices[row.path] ?? row.proposed}
            onChoose={(choice) => setChoices({ ...choices, [row.path]: choice })}
          />
        ))}
      </div>
      <div className={classes["actions"]}>
        <Button variant="default" onClick={close} data-autofocus>
          {t("form.conflict.back")}
        </Button>
        <Button onClick={() => resolve(choices)}>{t("form.conflict.save")}</Button>
      </div>
    </div>
  );
}

interface RowProps {
  row: ConflictRow;
  form: FormState;
  choice: Choice;
  onChoose(choice: Choice): void;
}

function Row({ row, form, choice, onChoose }: RowProps) {
  const { t } = useTranslation();
  const field = form.fields.current.get(row.path);
  const show = (value: unknown): string => field?.show(value) ?? "";
  return (
    <Radio.Group
      label={field?.label ?? row.path}
      value={choice}
      onChange={(value) => onChoose(value)}
      classNames={{ label: classes["rowLabel"] ?? "" }}
    >
      <div className={classes["pair"]}>
        {(["remote", "local"] as const).map((which) => (
          <Radio.Card key={which} value={which} className={classes["side"] ?? ""}>
            <Radio.Indicator className={classes["dot"] ?? ""} />
            <span>
              <small>{t(which === "remote" ? "form.conflict.theirs" : "form.conflict.mine")}</small>
              <b>{show(row[which])}</b>
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}
