import type { Endpoint } from "@pulse/contract/endpoint";
import { linkTracker } from "@pulse/contract/assetChanges";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { useNounCache } from "../entity/entity.api.ts";
import type { Noun, Stored } from "../entity/Noun.ts";
import { useServices } from "../services/services.tsx";

/** A link that archiving ends and undoing restores. */
interface Linked {
  assetId: string;
  trackerId: string;
}

/** The things for which it was done, and why it failed for the others. */
interface Outcome<Row> {
  done: readonly Row[];
  failures: readonly { row: Row; error: unknown }[];
}

const namesShown = 6;

/**
 * Archives things or brings them back, one after the other, and shows its progress. Failures are named and do not stop the
 * others. While its message is shown it can be undone, links included.
 */
export function useArchiving<Row extends Stored>(parts: {
  noun: Noun<Row>;
  archive: Endpoint;
  unarchive: Endpoint;
  linksOf(row: Row): readonly Linked[];
}) {
  const { noun, linksOf } = parts;
  const { t } = useTranslation();
  const { api, app, snackbars } = useServices();
  const cache = useNounCache(noun);
  const [numDone, setNumDone] = useState(0);

  const archiveOne = async ({ id }: Row): Promise<void> => void (await api.call(parts.archive, { params: { id } }));
  const unarchiveOne = async ({ id }: Row): Promise<void> => void (await api.call(parts.unarchive, { params: { id } }));
  const bringBack = async (row: Row): Promise<void> => {
    await unarchiveOne(row);
    for (const { assetId, trackerId } of linksOf(row))
      await api.call(linkTracker, { params: { id: assetId }, body: { trackerId } });
  };
  const each = async (rows: readonly Row[], act: (row: Row) => Promise<void>): Promise<Outcome<Row>> => {
    const done: Row[] = [];
    const failures: { row: Row; error: unknown }[] = [];
    for (const row of rows) {
      if (rows.length > 1)
        snackbars.info(t("entity.progress", { done: done.length + failures.length + 1, count: rows.length }));
      try {
        await act(row);
        done.push(row);
      } catch (error) {
        failures.push({ row, error });
      }
    }
    if (rows.length > 1) snackbars.dismiss("info");
    return { done, failures };
  };
  const words = {
    archived: (of: { count: number; name: string }): string => t(`${noun.texts}.archived`, of),
    unarchived: (of: { count: number; name: string }): string => t(`${noun.texts}.unarchived`, of),
  };
  const report = ({ done, failures }: Outcome<Row>, text: keyof typeof words, undo?: () => void): void => {
    setNumDone((before) => before + done.length);
    const [first] = done;
    if (first !== undefined)
      app.showSuccess({
        code: "",
        message: words[text]({ count: done.length, name: noun.nameOf(first) }),
        ...(undo === undefined ? {} : { action: { label: t("things.undo"), run: undo } }),
      });
    if (failures.length === 0) return;
    const reasons = [...Map.groupBy(failures, ({ error }) => errorText(error))].map(([why, refused]) => {
      const names = refused.slice(0, namesShown).map(({ row }) => noun.nameOf(row));
      const more = refused.length > namesShown ? [t("entity.more", { count: refused.length - namesShown })] : [];
      return t("things.partly", { names: [...names, ...more].join(", "), why });
    });
    snackbars.error(reasons.join(" "));
  };

  const undoing = useMutation({
    mutationFn: ({ rows, act }: { rows: readonly Row[]; act: "bringBack" | "archive" }) =>
      each(rows, act === "archive" ? archiveOne : bringBack),
    onSuccess: (outcome, { act }) => report(outcome, act === "archive" ? "archived" : "unarchived"),
    onSettled: () => cache.changed(),
  });
  const archiving = useMutation({
    mutationFn: (rows: readonly Row[]) => each(rows, archiveOne),
    onSuccess: (outcome) => report(outcome, "archived", () => undoing.mutate({ rows: outcome.done, act: "bringBack" })),
    onSettled: () => cache.changed(),
  });
  const unarchiving = useMutation({
    mutationFn: (rows: readonly Row[]) => each(rows, unarchiveOne),
    onSuccess: (outcome) => report(outcome, "unarchived", () => undoing.mutate({ rows: outcome.done, act: "archive" })),
    onSettled: () => cache.changed(),
  });
  const isBusy = archiving.isPending || unarchiving.isPending || undoing.isPending;
  return {
    archive: (rows: readonly Row[]): void => {
      if (!isBusy) archiving.mutate(rows);
    },
    unarchive: (rows: readonly Row[]): void => {
      if (!isBusy) unarchiving.mutate(rows);
    },
    isBusy,
    /** Increases with each thing that was archived or brought back. */
    numDone,
  };
}
