import { Autocomplete, Select } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { inputClasses } from "../form/inputClasses.ts";
import { useServices } from "../services/services.tsx";
import { useNounCache } from "./entity.api.ts";
import type { Noun, Stored } from "./Noun.ts";
import { type Refused, WhyRefused } from "./WhyRefused.tsx";

interface Props<Row extends Stored, Entity extends Row> {
  noun: Noun<Row, Entity>;
  /** The things to change; the dialog is closed while this is empty. */
  things: readonly Row[];
  /** The value's name: "Type". */
  label: string;
  choices: readonly { value: string; label: string }[];
  /** Any text is a value, and the choices are only proposed. */
  isFree?: boolean;
  /** The change that the value makes. */
  bodyOf(value: string): Readonly<Record<string, unknown>>;
  /** One of them was changed. */
  onChanged?(): void;
  onClose(): void;
}

/** Sets one value of several things, one after the other. Each that was refused is named afterwards, with the reason. */
export function BulkChange<Row extends Stored, Entity extends Row>(props: Props<Row, Entity>) {
  const { noun, things, label, choices, isFree = false, bodyOf, onChanged, onClose } = props;
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const cache = useNounCache(noun);
  const [value, setValue] = useState("");
  const [numTried, setNumTried] = useState(0);
  const [failures, setFailures] = useState<readonly Refused[]>([]);
  const isRefused = failures.length > 0;
  const remaining = isRefused ? things.filter(({ id }) => failures.some((each) => each.id === id)) : things;
  const count = remaining.length;
  const close = (): void => {
    setFailures([]);
    setValue("");
    onClose();
  };
  const changing = useMutation({
    mutationFn: async () => {
      const failed: Refused[] = [];
      for (const [nth, row] of remaining.entries()) {
        setNumTried(nth + 1);
        try {
          await api.call(noun.endpoints.update, { params: { id: row.id }, body: bodyOf(value.trim()) });
          onChanged?.();
        } catch (error) {
          failed.push({ id: row.id, name: noun.nameOf(row), error });
        }
      }
      return failed;
    },
    onSuccess: (failed) => {
      const numDone = count - failed.length;
      if (numDone > 0) snackbars.success(t("entity.bulk.done", { count: numDone }));
      void cache.changed();
      setFailures(failed);
      if (failed.length === 0) close();
    },
  });
  const field = { classNames: inputClasses, label, "data-autofocus": true };
  return (
    <ConfirmDialog
      isOpen={things.length > 0}
      title={t("entity.bulk.title", { label, count: things.length })}
      text={t("entity.bulk.text")}
      confirm={isRefused ? t("entity.tryAgain") : t("entity.bulk.do", { count })}
      isBusy={changing.isPending}
      onConfirm={() => {
        if (value.trim() !== "" && !changing.isPending) changing.mutate();
      }}
      onClose={close}
    >
      {isFree ? (
        <Autocomplete {...field} data={choices.map((choice) => choice.value)} value={value} onChange={setValue} />
      ) : (
        <Select
          {...field}
          data={[...choices]}
          value={value === "" ? null : value}
          onChange={(next) => setValue(next ?? "")}
          allowDeselect={false}
          searchable
        />
      )}
      {isRefused ? <WhyRefused refused={failures} isNamed onLeave={close} /> : null}
      {changing.isPending && count > 1 ? <p role="status">{t("entity.progress", { done: numTried, count })}</p> : null}
    </ConfirmDialog>
  );
}
