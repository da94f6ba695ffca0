/** Focuses the first field, in the order of the screen, that is among these. */
export function focusFirst(form: HTMLElement | null, faults: Readonly<Record<string, unknown>>): void {
  for (const field of form?.querySelectorAll<HTMLElement>("[data-field]") ?? []) {
    if (!Object.hasOwn(faults, field.dataset["field"] ?? "")) continue;
    const control = field.querySelector<HTMLElement>(
      "input:not([type=hidden]):not([disabled]), textarea, select, button:not([disabled]), [tabindex]",
    );
    control?.focus();
    return;
  }
}
