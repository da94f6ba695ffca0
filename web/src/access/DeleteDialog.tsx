import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError } from "../api/apiError.ts";
import { errorText } from "../api/errorText.ts";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { useServices } from "../services.tsx";
import { texts } from "../text/translate.ts";
import { useAccessChanged, useForgetGone } from "./access.api.ts";
import classes from "./DeleteDialog.module.css";
import { predefinedName } from "./predefinedName.ts";
import { useCan } from "./useCan.ts";

export interface Named {
  id: string;
  name: string;
}

interface Props {
  noun: "users" | "groups" | "roles";
  /** What is to be deleted; the dialog is closed while this is empty. */
  things: readonly Named[];
  /** The names of what was selected with them and cannot be deleted. */
  kept?: readonly string[];
  remove(id: string): Promise<unknown>;
  /** Everything was deleted: time to leave its page. */
  onDone?(): void | Promise<void>;
  onClose(): void;
}

interface Refused {
  thing: Named;
  why: string;
  /** Who still has it. */
  people: readonly Named[];
}

const namesShown = 6;
const nothingKept: readonly string[] = [];

/** Asks before deleting things, by name. Afterwards it shows what could not be deleted, why, and who still uses it. */
export function DeleteDialog({ noun, things, kept = nothingKept, remove, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const { snackbars } = useServices();
  const changed = useAccessChanged();
  const forget = useForgetGone();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const left = refused.length > 0 ? refused.map(({ thing }) => thing) : things;
  const [first] = left;
  const close = (): void => {
    setRefused([]);
    onClose();
  };
  const deleting = useMutation({
    mutationFn: async () => {
      const failures: Refused[] = [];
      for (const thing of left) {
        const failure = await remove(thing.id).then(() => null, refusalOf(thing));
        if (failure !== null) failures.push(failure);
      }
      return failures;
    },
    onSuccess: async (failures) => {
      const gone = left.filter(({ id }) => !failures.some(({ thing }) => thing.id === id));
      const goneIds = gone.map(({ id }) => id);
      if (gone.length > 0)
        snackbars.success(t(`access.${noun}.deleted`, { count: gone.length, name: gone[0]?.name ?? "" }));
      setRefused(failures);
      void changed(goneIds);
      if (failures.length > 0) return;
      onClose();
      await onDone?.();
      forget(goneIds);
    },
  });
  const names = { count: left.length, name: first?.name ?? "" };
  return (
    <ConfirmDialog
      isOpen={things.length > 0}
      title={t(`access.${noun}.deleteTitle`, names)}
      text={t(`access.${noun}.deleteText`, names)}
      confirm={refused.length > 0 ? t("access.tryAgain") : t(`access.${noun}.deleteConfirm`, names)}
      isDestructive
      isBusy={deleting.isPending}
      onConfirm={() => deleting.mutate()}
      onClose={close}
    >
      {refused.length > 0 ? (
        <div role="alert" className={classes["refused"]}>
          {refused.map((each) => (
            <Why key={each.thing.id} refused={each} isNamed={things.length > 1} onLeave={close} />
          ))}
        </div>
      ) : left.length > 1 ? (
        <ul className={classes["names"]}>
          {left.slice(0, namesShown).map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
          {left.length > namesShown ? <li>{t("access.more", { count: left.length - namesShown })}</li> : null}
        </ul>
      ) : null}
      {kept.length === 0 ? null : (
        <p className={classes["kept"]}>
          {t("access.leftOut", { why: t(`access.${noun}.kept`), names: kept.map(predefinedName).join(", ") })}
        </p>
      )}
    </ConfirmDialog>
  );
}

function Why({ refused, isNamed, onLeave }: { refused: Refused; isNamed: boolean; onLeave(): void }) {
  const { t } = useTranslation();
  const mayRead = useCan({ any: [{ area: "user_management", letter: "r" }] });
  const { thing, why, people } = refused;
  return (
    <div>
      <p>{isNamed ? t("access.refused", { name: thing.name, why }) : why}</p>
      {people.length === 0 ? null : (
        <ul aria-label={t("access.usedBy", { name: thing.name })}>
          {people.map(({ id, name }) => (
            <li key={id}>
              {mayRead === true ? (
                <Link to={`/access/users/${id}`} onClick={onLeave}>
                  {name}
                </Link>
              ) : (
                name
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function refusalOf(thing: Named): (error: unknown) => Refused {
  return (error) => {
    const details = error instanceof ApiError ? error.details : [];
    const isInUse = error instanceof ApiError && error.code === "in_use";
    // The catalogue's text names what is in use.
    const why = isInUse ? inUseText(thing.name) : errorText(error);
    return { thing, why, people: details.flatMap(({ items = [] }) => items) };
  };
}

function inUseText(entity: string): string {
  return texts.t("form.fault.in_use", { entity });
}
