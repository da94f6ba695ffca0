import { Checkbox, Radio, Select, Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./Field.module.css";
import { FormField } from "./FormField.tsx";
import { useField } from "./FormContext.ts";
import { switchClasses } from "./switchClasses.ts";
import { type FieldProps, inputProps } from "./TextFields.tsx";

export interface Option {
  value: string;
  label: string;
  /** The meaning of this choice. */
  hint?: string;
}

interface ChoiceProps extends FieldProps {
  options: readonly Option[];
}

const labelOf = (options: readonly Option[], value: unknown): string | undefined =>
  options.find((option) => option.value === value)?.label;

function useOnOff(path: string, label: string) {
  const { t } = useTranslation();
  return useField(path, { label, show: (value) => t(value === true ? "form.on" : "form.off") });
}

/** On or off. */
export function FormSwitch({ path, label, hint, isWide = false }: Omit<FieldProps, "required">) {
  const field = useOnOff(path, label);
  return (
    <FormField path={path} label={label} field={field} isWide={isWide}>
      <Switch
        labelPosition="left"
        withThumbIndicator={false}
        classNames={switchClasses}
        label={label}
        description={hint}
        error={field.error}
        checked={field.value === true}
        onChange={({ currentTarget }) => field.set(currentTarget.checked)}
      />
    </FormField>
  );
}

/** Yes or no, among others of a list. */
export function FormCheck({ path, label, hint, isWide = false }: Omit<FieldProps, "required">) {
  const field = useOnOff(path, label);
  return (
    <FormField path={path} label={label} field={field} isWide={isWide}>
      <Checkbox
        size="xs"
        label={label}
        description={hint}
        error={field.error}
        checked={field.value === true}
        onChange={({ currentTarget }) => field.set(currentTarget.checked)}
      />
    </FormField>
  );
}

interface SelectProps extends ChoiceProps {
  /** The text for null, if choosing nothing is allowed. */
  none?: string;
  /** How many options of a long list are shown until somebody searches. */
  limit?: number;
  /** The field that a dialog focuses first. */
  isFocused?: boolean;
  /** Called after a choice: other fields depend on it. */
  onChosen?(value: string | null): void;
}

/** One of a drop-down list; null means none, if that is allowed. */
export function FormSelect(props: SelectProps) {
  const { t } = useTranslation();
  const { path, label, options, none, limit, isFocused = false, onChosen, isWide = false } = props;
  const show = (value: unknown): string => labelOf(options, value) ?? none ?? t("form.none");
  const field = useField(path, { label, show });
  return (
    <FormField path={path} label={label} field={field} isWide={isWide}>
      <Select
        {...inputProps(props, field.error)}
        data={options.map(({ value, label: text }) => ({ value, label: text }))}
        value={field.value as string | null}
        onChange={(value) => {
          field.set(value);
          onChosen?.(value);
        }}
        onBlur={field.leave}
        allowDeselect={false}
        {...(limit === undefined ? {} : { limit })}
        data-autofocus={isFocused || undefined}
        clearable={none !== undefined && field.value !== null}
        {...(none === undefined ? {} : { placeholder: none })}
        searchable={options.length > 8}
        withScrollArea={false}
        styles={{ options: { maxHeight: 264, overflowY: "auto" } }}
        clearButtonProps={{ "aria-label": t("form.clear", { label }) }}
      />
    </FormField>
  );
}

/** One of a few, each with its meaning. */
export function FormRadio(props: ChoiceProps) {
  const { path, label, options, isWide = true } = props;
  const field = useField(path, { label, show: (value) => labelOf(options, value) ?? "" });
  return (
    <FormField path={path} label={label} field={field} isWide={isWide}>
      <Radio.Group {...inputProps(props, field.error)} value={field.value as string} onChange={field.set}>
        <div className={classes["cards"]}>
          {options.map(({ value, label: text, hint }) => (
            <Radio.Card key={value} value={value} className={classes["card"] ?? ""}>
              <Radio.Indicator className={classes["dot"] ?? ""} />
              <span>
                <b>{text}</b>
                {hint === undefined ? null : <small>{hint}</small>}
              </span>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
    </FormField>
  );
}

/** Any number of a list that is fully visible. */
export function FormChecks(props: ChoiceProps) {
  const { t } = useTranslation();
  const { path, label, options, isWide = true } = props;
  const show = (value: unknown): string => {
    const chosen = options.filter((option) => (value as string[]).includes(option.value));
    if (chosen.length === options.length) return t("form.all");
    return chosen.map((option) => option.label).join(", ") || t("form.none");
  };
  const field = useField(path, { label, show });
  const inOrder = (chosen: readonly string[]): string[] =>
    options.map(({ value }) => value).filter((value) => chosen.includes(value));
  return (
    <FormField path={path} label={label} field={field} isWide={isWide}>
      <Checkbox.Group
        {...inputProps(props, field.error)}
        value={field.value as string[]}
        onChange={(chosen) => field.set(inOrder(chosen))}
      >
        <div className={classes["checks"]}>
          {options.map(({ value, label: text }) => (
            <Checkbox
              key={value}
              size="xs"
              value={value}
              label={text}
              classNames={{ input: classes["box"] ?? "", label: classes["boxLabel"] ?? "" }}
            />
          ))}
        </div>
      </Checkbox.Group>
    </FormField>
  );
}
