import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { useServices } from "../services/services.tsx";
import classes from "./DeleteDialog.module.css";
import { useNounCache } from "./entity.api.ts";
import type { Noun, Stored } from "./Noun.ts";
import { type Refused, WhyRefused } from "./WhyRefused.tsx";

interface Props<Row extends Stored, Entity extends Row> {
  noun: Noun<Row, Entity>;
  /** The things to delete; the dialog is closed while this is empty. */
  things: readonly Row[];
  /** Things that were selected too but cannot be deleted. */
  kept?: readonly Row[];
  /** One of them was deleted. */
  onDeleted?(): void;
  /** Everything was deleted: time to leave its page. */
  onDone?(): void | Promise<void>;
  onClose(): void;
}

const namesShown = 6;
const nothing: readonly never[] = [];

/** Asks before deleting things, by name. Afterwards it shows what could not be deleted, why, and what still uses it. */
export function DeleteDialog<Row extends Stored, Entity extends Row>(props: Props<Row, Entity>) {
  const { noun, things, kept = nothing, onDeleted, onDone, onClose } = props;
  const { texts, nameOf, usedBy, isNameTyped = false, endpoints } = noun;
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const cache = useNounCache(noun);
  const [numTried, setNumTried] = useState(0);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const isRefused = refused.length > 0;
  const left = isRefused ? things.filter(({ id }) => refused.some((each) => each.id === id)) : things;
  const close = (): void => {
    setRefused([]);
    onClose();
  };
  const deleting = useMutation({
    mutationFn: async () => {
      const failures: Refused[] = [];
      for (const [nth, row] of left.entries()) {
        setNumTried(nth + 1);
        try {
          await api.call(endpoints.remove, { params: { id: row.id } });
          onDeleted?.();
        } catch (error) {
          failures.push({ id: row.id, name: nameOf(row), error });
        }
      }
      return failures;
    },
    onSuccess: async (failures) => {
      const gone = left.filter(({ id }) => !failures.some((failure) => failure.id === id));
      const goneIds = gone.map(({ id }) => id);
      const [one] = gone;
      if (one !== undefined)
        snackbars.success(
          t(`${texts}.deleted`, { count: gone.length, name: nameOf(one) }),
          noun.isNamedApart === true ? gone.map(nameOf).join(", ") : undefined,
        );
      setRefused(failures);
      void cache.changed(goneIds);
      if (failures.length > 0) return;
      onClose();
      await onDone?.();
      cache.forget(goneIds);
    },
  });
  const [first] = left;
  const names = { count: left.length, name: first === undefined ? "" : nameOf(first) };
  return (
    <ConfirmDialog
      isOpen={things.length > 0}
      title={t(`${texts}.deleteTitle`, names)}
      text={t(`${texts}.deleteText`, names)}
      confirm={isRefused && !isNameTyped ? t("entity.tryAgain") : t(`${texts}.deleteConfirm`, names)}
      entity={names.name}
      typesName={isNameTyped}
      isDestructive
      isBusy={deleting.isPending}
      onConfirm={() => deleting.mutate()}
      onClose={close}
    >
      {isRefused ? (
        <WhyRefused refused={refused} isNamed={things.length > 1} onLeave={close} {...(usedBy && { usedBy })} />
      ) : left.length > 1 ? (
        <ul className={classes["names"]}>
          {left.slice(0, namesShown).map((row) => (
            <li key={row.id}>{nameOf(row)}</li>
          ))}
          {left.length > namesShown ? <li>{t("entity.more", { count: left.length - namesShown })}</li> : null}
        </ul>
      ) : null}
      {deleting.isPending && left.length > 1 ? (
        <p role="status">{t("entity.progress", { done: numTried, count: left.length })}</p>
      ) : null}
      {kept.length === 0 ? null : (
        <p className={classes["kept"]}>
          {t("entity.leftOut", { why: t(`${texts}.kept`), names: kept.map(nameOf).join(", ") })}
        </p>
      )}
    </ConfirmDialog>
  );
}
