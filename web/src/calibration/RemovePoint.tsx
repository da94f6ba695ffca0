import { ActionIcon } from "@mantine/core";
import type { CalibrationPoint } from "@pulse/contract/calibration";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmDialog } from "../form/ConfirmDialog.tsx";
import { useServices } from "../services/services.tsx";
import { useDeletePoint } from "./calibration.api.ts";

interface Props {
  siteId: string;
  point: CalibrationPoint;
  /** The button's name for screen readers. */
  label: string;
  title: string;
  /** The consequences. */
  text: string;
  confirm: string;
  /** The message once it is removed. */
  done: string;
}

/** Removes a point or a reference beacon, after a question. */
export function RemovePoint({ siteId, point, label, title, text, confirm, done }: Props) {
  const { snackbars } = useServices();
  const [isOpen, setOpen] = useState(false);
  const removing = useDeletePoint(siteId, () => snackbars.success(done));
  return (
    <>
      <ActionIcon
        aria-label={label}
        onClick={() => {
          removing.reset();
          setOpen(true);
        }}
      >
        <IconTrash size={16} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
      <ConfirmDialog
        isOpen={isOpen}
        title={title}
        text={text}
        confirm={confirm}
        isDestructive
        isBusy={removing.isPending}
        failure={removing.error}
        onConfirm={() => removing.mutate(point)}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
