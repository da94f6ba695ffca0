import { ActionIcon, Tooltip } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  label: string;
  isOff: boolean;
  onClick(): void;
  /** Its icon. */
  children: ReactNode;
}

/** Undoes or does again one step of a drawing. */
export function StepButton({ label, isOff, onClick, children }: Props) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size={34} aria-label={label} disabled={isOff} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
