import { CodeBoxes, codeDigits } from "./CodeBoxes.tsx";
import type { AccountForm } from "./useAccountForm.ts";

interface Props<V extends Record<string, string>> {
  form: AccountForm<V>;
  name: keyof V & string;
  autoFocus: boolean;
  /** The sixth digit sends the form: there is nothing else to fill in. */
  sendsWhenFull: boolean;
}

/** The boxes of a sent code as a field of a form. */
export function CodeField<V extends Record<string, string>>({ form, name, autoFocus, sendsWhenFull }: Props<V>) {
  return (
    <CodeBoxes
      name={name}
      value={form.values[name] ?? ""}
      error={form.fieldError(name)}
      autoFocus={autoFocus}
      onChange={(value) => {
        form.set(name, value);
        if (sendsWhenFull && value.length === codeDigits) form.submit();
      }}
    />
  );
}
