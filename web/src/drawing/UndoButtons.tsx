import { ActionIcon, Group, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { DrawingAction, DrawingState } from "./drawingState.ts";

interface Props {
  state: DrawingState;
  onAction(action: DrawingAction): void;
}

/** Undo and redo for a drawing. */
export function UndoButtons({ state, onAction }: Props) {
  const { t } = useTranslation();
  const steps = [
    { kind: "undo", label: t("placing.undo"), available: state.past, Icon: IconArrowBackUp },
    { kind: "redo", label: t("placing.redo"), available: state.future, Icon: IconArrowForwardUp },
  ] as const;
  return (
    <Group gap={8} wrap="nowrap">
      {steps.map(({ kind, label, available, Icon }) => (
        <Tooltip key={kind} label={label}>
          <ActionIcon
            variant="default"
            size={34}
            aria-label={label}
            disabled={available.length === 0}
            onClick={() => onAction({ kind })}
          >
            <Icon size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  );
}
