import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";

interface Props {
  name: string;
  /** What the removal means for the next sign-in. */
  text: string;
  isBusy: boolean;
  onRemove(): Promise<unknown>;
}

/** Removes a way to sign in, after a question. */
export function RemoveFactor({ name, text, isBusy, onRemove }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        disabled={isBusy}
        aria-label={t("factors.removeOne", { name })}
        onClick={() => setOpen(true)}
      >
        {t("factors.remove")}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={t("factors.removeTitle", { name })}
        text={text}
        confirm={t("factors.remove")}
        isDestructive
        isBusy={isBusy}
        // The section around this says why a change was refused.
        failure={null}
        onConfirm={() => void onRemove().then(() => setOpen(false))}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
