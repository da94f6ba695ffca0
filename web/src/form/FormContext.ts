import { createContext, type FocusEvent, useContext, useLayoutEffect } from "react";
import { useTranslation } from "react-i18next";
import { numberText } from "../text/numbers.ts";
import type { FieldMeta } from "./fieldErrors.ts";
import { isPressing } from "./isPressing.ts";
import type { FormState } from "./useEntityForm.ts";

interface InForm {
  form: FormState;
  isReadOnly: boolean;
}

export const FormContext = createContext<InForm | null>(null);

/** The surrounding form. @throws {Error} outside of an EntityForm */
export function useFormContext(): InForm {
  const context = useContext(FormContext);
  if (context === null) throw new Error("a form's part needs an EntityForm around it");
  return context;
}

/** One field of the surrounding form, under a path of its values. @throws {Error} if the values have no such path */
export function useField(path: string, { label, range, show }: Partial<FieldMeta> & { label: string }) {
  const { t } = useTranslation();
  const { form, isReadOnly } = useFormContext();
  const { fields } = form;
  const value = form.value(path);
  if (value === undefined) throw new Error(`the form's values have nothing under "${path}"`);
  const displayed = show ?? ((what: unknown): string => plain(what) || t("form.none"));
  useLayoutEffect(() => {
    fields.current.set(path, { label, show: displayed, ...(range === undefined ? {} : { range }) });
  });
  useLayoutEffect(() => () => void fields.current.delete(path), [fields, path]);
  return {
    value,
    isReadOnly,
    isChanged: form.changed.some((at) => at === path || at.startsWith(`${path}.`)) && !form.isNew,
    error: form.error(path),
    text: displayed(value),
    set: (next: unknown): void => form.set(path, next),
    leave: (event?: FocusEvent): void => {
      if (!isPressing(event)) form.leave(path);
    },
  };
}

function plain(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? numberText(value) : "";
}
