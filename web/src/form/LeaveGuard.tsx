import { createContext, type ReactNode, type RefObject, useCallback, useContext, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

type Unsaved = RefObject<boolean>;

const Forms = createContext<Set<Unsaved> | null>(null);

interface Props {
  children: ReactNode;
  /** The question; product.md's "You have unsaved changes…" unless given. */
  prompt?: string;
}

/**
 * Asks before people leave a page with unsaved changes, by a link, by Back or by closing the tab. There is one guard for all
 * forms of a page: the router allows only one.
 */
export function LeaveGuard({ children, prompt }: Props) {
  const { t } = useTranslation();
  const [forms] = useState(() => new Set<Unsaved>());
  const isUnsaved = useCallback((): boolean => [...forms].some(({ current }) => current), [forms]);
  const blocker = useBlocker(
    useCallback(
      ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isUnsaved(),
      [isUnsaved],
    ),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved]);
  return (
    <Forms value={forms}>
      {children}
      <ConfirmDialog
        isOpen={blocker.state === "blocked"}
        title={t("form.leave.title")}
        text={prompt ?? t("form.leave.text")}
        confirm={t("form.leave.discard")}
        cancel={t("form.leave.stay")}
        isDestructive
        onConfirm={() => blocker.proceed?.()}
        onClose={() => blocker.reset?.()}
      />
    </Forms>
  );
}

/** Registers a form with the surrounding guard, which asks it for unsaved changes. */
export function useLeaveGuard(unsaved: Unsaved): void {
  const forms = useContext(Forms);
  useEffect(() => {
    forms?.add(unsaved);
    return () => void forms?.delete(unsaved);
  }, [forms, unsaved]);
}

/** Whether there already is a surrounding guard. */
export function useIsGuarded(): boolean {
  return useContext(Forms) !== null;
}
