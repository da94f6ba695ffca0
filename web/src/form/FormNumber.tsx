import { TextInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { editableNumber, numberText, parseNumber } from "../text/numbers.ts";
import classes from "./Field.module.css";
import { useField } from "./FormContext.ts";
import { FormField } from "./FormField.tsx";
import { type FieldProps, inputProps } from "./TextFields.tsx";

type Props = FieldProps & {
  unit?: string;
  range?: readonly [min: number, max: number];
  /** How many decimals are shown until somebody types; the value stays exact. */
  decimals?: number;
  /** What an empty field means. */
  none?: string;
};

/** A number in the reader's language, with its unit in the field and its range in the hint. */
export function FormNumber(props: Props) {
  const { t } = useTranslation();
  const { path, label, unit, range, decimals = 20, none } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const show = (value: unknown): string => {
    if (typeof value !== "number") return value === "" ? (none ?? t("form.none")) : String(value);
    return unit === undefined
      ? numberText(rounded(value, decimals))
      : `${numberText(rounded(value, decimals))}\u00A0${unit}`;
  };
  const field = useField(path, { label, show, ...(range === undefined ? {} : { range }) });
  const value = field.value as number | string;
  const reach = range === undefined ? undefined : t("form.range", { min: range[0], max: range[1] });
  const hint = [props.hint, reach].filter((text) => text !== undefined).join(" ");
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined || typeof value !== "number") return;
    event.preventDefault();
    setTyped(null);
    field.set(Math.min(range?.[1] ?? Infinity, Math.max(range?.[0] ?? -Infinity, value + by)));
  };
  return (
    <FormField
      path={path}
      label={label}
      field={field}
      {...(props.isWide === undefined ? {} : { isWide: props.isWide })}
    >
      <TextInput
        {...inputProps({ ...props, ...(hint === "" ? {} : { hint }) }, field.error)}
        inputMode="decimal"
        {...(none === undefined ? {} : { placeholder: none })}
        autoComplete="off"
        // As typed, until the field is left: a decimal mark or a minus may be only the beginning.
        value={typed ?? (typeof value === "number" ? editableNumber(rounded(value, decimals)) : value)}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          // Text that is not a number stays, for the rule to refuse.
          field.set(parseNumber(currentTarget.value) ?? currentTarget.value.trim());
        }}
        onKeyDown={step}
        onBlur={(event) => {
          setTyped(null);
          field.leave(event);
        }}
        {...(unit === undefined
          ? {}
          : { rightSection: <span className={classes["unit"]}>{unit}</span>, rightSectionWidth: 16 + unit.length * 8 })}
      />
    </FormField>
  );
}

const rounded = (value: number, decimals: number): number =>
  // Adding nothing makes a rounded minus zero a zero.
  Number(value.toFixed(decimals)) + 0;
