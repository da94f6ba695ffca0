import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";

interface Props {
  label: string;
  /** What is shown; rounded, so that it is taken back only where somebody changed it. */
  text: string;
  unit?: ReactNode;
  hint?: string;
  /** What is wrong with a text, or null after having taken it. */
  onTyped(text: string): string | null;
}

/** A number that stays in step with the map and is taken when the field is left or Enter is pressed. */
export function StepField({ label, text, unit, hint, onTyped }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const take = (): void => {
    if (draft === null) return;
    const wrong = draft.trim() === text ? null : onTyped(draft);
    setFault(wrong);
    if (wrong === null) setDraft(null);
  };
  return (
    <TextInput
      label={label}
      value={draft ?? text}
      error={fault}
      description={hint}
      descriptionProps={{ fz: 12, lh: "16px" }}
      inputWrapperOrder={["label", "input", "description", "error"]}
      rightSection={unit}
      autoComplete="off"
      onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === "Enter") {
          event.preventDefault();
          take();
        } else if (event.key === "Escape" && draft !== null) {
          event.stopPropagation();
          setDraft(null);
          setFault(null);
        }
      }}
    />
  );
}
