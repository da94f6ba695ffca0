import { useState } from "react";

const patterns = {
  minute: /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})$/,
  day: /^(\d{4}-\d{2}-\d{2})$/,
} as const;

/** What is typed of a moment: a day (`2026-11-20`), or a minute (`2026-11-20T14:05`) of the viewer's zone. */
export type MomentKind = keyof typeof patterns;

/** The moment in typed text; null: it is none. */
export function momentIn(typed: string, kind: MomentKind): string | null {
  const [, day, clock] = patterns[kind].exec(typed.trim()) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(`${day}T${clock ?? "00:00"}`))) return null;
  return clock === undefined ? day : `${day}T${clock}`;
}

/**
 * A text field for a moment in the product's own format, the same in every language and browser (decisions C41): a browser's
 * field shows the format of its own settings. What is no moment stays as typed and counts as empty.
 */
export function useMomentText(value: string, kind: MomentKind, onChange: (value: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  // A named period or the calendar may have set another one since.
  const isCurrent = typed !== null && (momentIn(typed, kind) ?? "") === value;
  return {
    type: "text",
    autoComplete: "off",
    spellCheck: false,
    inputMode: "numeric",
    placeholder: kind === "day" ? "YYYY-MM-DD" : "YYYY-MM-DD HH:mm",
    value: isCurrent ? typed : value.replace("T", " "),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }): void => {
      setTyped(currentTarget.value);
      onChange(momentIn(currentTarget.value, kind) ?? "");
    },
    // Only what was understood is written anew; the rest stays for the person to correct.
    onBlur: (): void => {
      if (typed === null || typed.trim() === "" || momentIn(typed, kind) !== null) setTyped(null);
    },
  } as const;
}
