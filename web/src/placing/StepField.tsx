import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";

interface Props {
  label: string;
  /** The displayed text; it is rounded, so it is read back only if somebody changed it. */
  text: string;
  unit?: ReactNode;
  hint?: string;
  /** Returns the fault of a text, or null after accepting it. */
  onTyped(text: string): string | null;
}

/** A number that follows the map, and is applied when the field is left or Enter is pressed. */
export function StepField({ label, text, unit, hint, onTyped }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const take = (): void => {
    if (draft === null) return;
    const wrong = draft.trim() === text ? null : onTyped(draft);
    setError(wrong);
    if (wrong === null) setDraft(null);
  };
  return (
    <TextInput
      label={label}
      value={draft ?? text}
      error={error}
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
          setError(null);
        }
      }}
    />
  );
}
