import { deleteSite, type Site } from "@pulse/contract/sites";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError } from "../api/apiError.ts";
import { DeleteSection } from "../entity/DeleteSection.tsx";
import { useNounCache } from "../entity/entity.api.ts";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { useServices } from "../services/services.tsx";
import classes from "./DeleteSite.module.css";
import { sites } from "./sites.ts";

/** What would be deleted with a site: the number of each kind. */
type Uses = readonly { kind: string; count: number }[];

/** Deletes a site. If it contains things, it says how many and asks again; then the name has to be typed. */
export function DeleteSite({ site }: { site: Site }) {
  const { t } = useTranslation();
  const { api, snackbars } = useServices();
  const cache = useNounCache(sites);
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const [uses, setUses] = useState<Uses | null>(null);
  const { id, name } = site;
  const isGone = useRef(false);
  const forget = useEffectEvent((): void => {
    void cache.changed([id]);
    cache.forget([id]);
  });
  // Only after its pages are closed: an open one would fetch the site again, or navigate away because it is gone.
  useEffect(
    () => () => {
      if (isGone.current) forget();
    },
    [],
  );
  const close = (): void => {
    setAsked(false);
    setUses(null);
  };
  const deleting = useMutation({
    /** Null: the site is deleted. */
    mutationFn: async (cascade: boolean): Promise<Uses | null> => {
      try {
        await api.call(deleteSite, { params: { id }, query: cascade ? { cascade } : {} });
        return null;
      } catch (error) {
        const remainingUses = usesIn(error);
        if (remainingUses === null) throw error;
        return remainingUses;
      }
    },
    onSuccess: async (remainingUses) => {
      if (remainingUses !== null) return setUses(remainingUses);
      snackbars.success(t("sites.deleted", { name }));
      isGone.current = true;
      await navigate("/sites", { replace: true });
    },
  });
  const ask = (): void => {
    deleting.reset();
    setAsked(true);
  };
  return (
    <>
      <DeleteSection texts={sites.texts} onDelete={ask} />
      <ConfirmDialog
        // A new dialog, so that text and focus of the first one are gone.
        key={uses === null ? "first" : "second"}
        isOpen={isAsked}
        title={t(uses === null ? "sites.deleteTitle" : "sites.deleteAllTitle", { name })}
        text={t(uses === null ? "sites.deleteText" : "sites.deleteAllText", { name })}
        confirm={t(uses === null ? "sites.deleteConfirm" : "sites.deleteAllConfirm", { name })}
        entity={name}
        typesName={uses !== null}
        isDestructive
        isBusy={deleting.isPending}
        failure={deleting.error}
        onConfirm={() => deleting.mutate(uses !== null)}
        onClose={close}
      >
        {uses === null ? null : (
          <ul className={classes["uses"]} aria-label={t("sites.uses.title")}>
            {uses.map(({ kind, count }) => (
              <li key={kind}>{t(`sites.uses.${kind}`, { count })}</li>
            ))}
          </ul>
        )}
      </ConfirmDialog>
    </>
  );
}

/** The counts in a refusal because of things in the site; null: it was refused for another reason. */
function usesIn(error: unknown): Uses | null {
  if (!(error instanceof ApiError) || error.code !== "in_use") return null;
  return error.details.map(({ path, message }) => ({ kind: path, count: Number.parseInt(message, 10) }));
}
