import { NumberInput } from "@mantine/core";
import { useState } from "react";
import { inputClasses } from "./inputClasses.ts";

interface Props {
  label: string;
  min: number;
  max: number;
  value: number;
  error?: string | undefined;
  onChange(value: number): void;
}

/** A whole number within limits. While somebody types, the field holds what they typed; only a number within the limits counts. */
export function WholeNumber({ label, min, max, value, error, onChange }: Props) {
  const [typed, setTyped] = useState<number | string | null>(null);
  return (
    <NumberInput
      classNames={inputClasses}
      label={label}
      min={min}
      max={max}
      error={error}
      allowDecimal={false}
      value={typed ?? value}
      onChange={(next) => {
        setTyped(next);
        const number = Number(next);
        if (next !== "" && number >= min && number <= max) onChange(number);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
