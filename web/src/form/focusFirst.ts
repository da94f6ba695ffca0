/** Focuses the first field on the screen with a fault. */
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
