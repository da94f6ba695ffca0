import { MultiSelect } from "@mantine/core";
import { FormField } from "./FormField.tsx";
import { useField } from "./FormContext.ts";
import { type FieldProps, inputProps } from "./TextFields.tsx";
import type { Option } from "./ChoiceFields.tsx";

interface Props extends FieldProps {
  options: readonly Option[];
  /** What choosing nothing means. */
  none?: string;
  /** How many may be chosen. */
  max?: number;
}

/** Any number of a drop-down list in which people search. */
export function FormMultiSelect(props: Props) {
  const { path, label, options, none = "", max = Infinity, isWide = false } = props;
  const labels = new Map(options.map((option) => [option.value, option.label]));
  const show = (value: unknown): string =>
    (value as string[]).map((each) => labels.get(each) ?? each).join(", ") || none;
  const field = useField(path, { label, show });
  const chosen = field.value as string[];
  return (
    <FormField path={path} label={label} field={field} isWide={isWide}>
      <MultiSelect
        {...inputProps(props, field.error)}
        data={options.map(({ value, label: text }) => ({ value, label: text }))}
        value={chosen}
        onChange={field.set}
        onBlur={field.leave}
        placeholder={chosen.length === 0 ? none : ""}
        maxValues={max}
        searchable
        hidePickedOptions
      />
    </FormField>
  );
}
