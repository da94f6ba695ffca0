/** Focuses the first field on the screen with a fault. */
export function focusFirst(form: HTMLElement | null, errors: Readonly<Record<string, unknown>>): void {
  for (const field of form?.querySelectorAll<HTMLElement>("[data-field]") ?? []) {
    if (!Object.hasOwn(errors, field.dataset["field"] ?? "")) continue;
    const control = field.querySelector<HTMLElement>(
      "input:not([type=hidden]):not([disabled]), textarea, select, button:not([disabled]), [tabindex]",
    );
    control?.focus();
    return;
  }
}
