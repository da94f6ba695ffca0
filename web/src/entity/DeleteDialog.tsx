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
  undeletable?: readonly Row[];
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
  const { noun, things, undeletable = nothing, onDeleted, onDone, onClose } = props;
  const { texts, nameOf, usedBy, isNameTyped = false, endpoints } = noun;
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const cache = useNounCache(noun);
  const [numTried, setNumTried] = useState(0);
  const [failures, setFailures] = useState<readonly Refused[]>([]);
  const isRefused = failures.length > 0;
  const remaining = isRefused ? things.filter(({ id }) => failures.some((each) => each.id === id)) : things;
  const close = (): void => {
    setFailures([]);
    onClose();
  };
  const deleting = useMutation({
    mutationFn: async () => {
      const failed: Refused[] = [];
      for (const [nth, row] of remaining.entries()) {
        setNumTried(nth + 1);
        try {
          await api.call(endpoints.remove, { params: { id: row.id } });
          onDeleted?.();
        } catch (error) {
          failed.push({ id: row.id, name: nameOf(row), error });
        }
      }
      return failed;
    },
    onSuccess: async (failed) => {
      const deleted = remaining.filter(({ id }) => !failed.some((each) => each.id === id));
      const deletedIds = deleted.map(({ id }) => id);
      const [firstDeleted] = deleted;
      if (firstDeleted !== undefined)
        snackbars.success(
          t(`${texts}.deleted`, { count: deleted.length, name: nameOf(firstDeleted) }),
          noun.isNamedApart === true ? deleted.map(nameOf).join(", ") : undefined,
        );
      setFailures(failed);
      void cache.changed(deletedIds);
      if (failed.length > 0) return;
      onClose();
      await onDone?.();
      cache.forget(deletedIds);
    },
  });
  const [first] = remaining;
  const names = { count: remaining.length, name: first === undefined ? "" : nameOf(first) };
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
        <WhyRefused refused={failures} isNamed={things.length > 1} onLeave={close} {...(usedBy && { usedBy })} />
      ) : remaining.length > 1 ? (
        <ul className={classes["names"]}>
          {remaining.slice(0, namesShown).map((row) => (
            <li key={row.id}>{nameOf(row)}</li>
          ))}
          {remaining.length > namesShown ? <li>{t("entity.more", { count: remaining.length - namesShown })}</li> : null}
        </ul>
      ) : null}
      {deleting.isPending && remaining.length > 1 ? (
        <p role="status">{t("entity.progress", { done: numTried, count: remaining.length })}</p>
      ) : null}
      {undeletable.length === 0 ? null : (
        <p className={classes["kept"]}>
          {t("entity.leftOut", { why: t(`${texts}.kept`), names: undeletable.map(nameOf).join(", ") })}
        </p>
      )}
    </ConfirmDialog>
  );
}
