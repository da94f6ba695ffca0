import { Button } from "@mantine/core";
import { type ComponentType, type ReactNode, Suspense, useState } from "react";

interface Props {
  label: string;
  icon: ComponentType<{ size: number; stroke: number; "aria-hidden": "true" }>;
  /** The dialog, which may be loaded when it is opened. */
  children(close: () => void): ReactNode;
}

/** A button that opens a dialog. */
export function DialogButton({ label, icon: Icon, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen ? <Suspense fallback={null}>{children(() => setOpen(false))}</Suspense> : null}
    </>
  );
}
