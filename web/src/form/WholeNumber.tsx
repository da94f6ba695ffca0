import { NumberInput } from "@mantine/core";
import { useState } from "react";
import { useField } from "./FormContext.ts";
import { FormField } from "./FormField.tsx";
import { type FieldProps, inputProps } from "./TextFields.tsx";

interface Props extends FieldProps {
  min: number;
  max: number;
  /** How many of the value's units are one of those that people type: 60 for hours of a value in minutes. */
  unit?: number;
}

/** A whole number within limits. While somebody types, the field holds what they typed; only a number within the limits counts. */
export function WholeNumber(props: Props) {
  const { path, label, min, max, unit = 1 } = props;
  const field = useField(path, { label });
  const [typed, setTyped] = useState<number | string | null>(null);
  return (
    <FormField path={path} label={label} field={field}>
      <NumberInput
        {...inputProps(props, field.error)}
        min={min}
        max={max}
        allowDecimal={false}
        value={typed ?? (field.value as number) / unit}
        onChange={(next) => {
          setTyped(next);
          const number = Number(next);
          if (next !== "" && number >= min && number <= max) field.set(number * unit);
        }}
        onBlur={() => setTyped(null)}
      />
    </FormField>
  );
}
