import { Combobox, useCombobox } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ChipOff } from "./ChipOff.tsx";
import classes from "./FilterChip.module.css";

interface Props {
  label: string;
  /** The chosen value; null if the filter is off. */
  value: string | null;
  options: readonly { value: string; label: string }[];
  /** A value is required: it can be changed but not removed. */
  isNeeded?: boolean;
  onChange(value: string | null): void;
}

const searchedFrom = 9;

/** A filter of a list: a chip that opens its choices, with a dark border and an × while it is on. */
export function FilterChip({ label, value, options, isNeeded = false, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const combobox = useCombobox({
    onDropdownOpen: () => (isSearched ? combobox.focusSearchInput() : combobox.selectActiveOption()),
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setTyped("");
    },
  });
  const isSearched = options.length >= searchedFrom;
  const chosen = options.find((option) => option.value === value);
  const word = typed.trim().toLocaleLowerCase();
  const visible = options.filter((option) => option.label.toLocaleLowerCase().includes(word));
  return (
    <div className={classes["chip"]} data-on={(value !== null && !isNeeded) || undefined}>
      <Combobox
        store={combobox}
        width={240}
        position="bottom-start"
        onOptionSubmit={(next) => {
          onChange(next === value && !isNeeded ? null : next);
          combobox.closeDropdown();
          combobox.focusTarget();
        }}
      >
        <Combobox.Target targetType="button">
          <button type="button" className={classes["open"]} onClick={() => combobox.toggleDropdown()}>
            {label}
            {value === null ? null : <b>{chosen?.label ?? "…"}</b>}
            {value === null || isNeeded ? <IconChevronDown size={15} stroke={1.75} aria-hidden="true" /> : null}
          </button>
        </Combobox.Target>
        <Combobox.Dropdown>
          {isSearched ? (
            <Combobox.Search
              aria-label={t("table.searchIn", { label })}
              placeholder={t("table.searchIn", { label })}
              value={typed}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value);
                combobox.resetSelectedOption();
              }}
            />
          ) : null}
          <Combobox.Options className={classes["options"] ?? ""} aria-label={label}>
            {visible.length === 0 ? <Combobox.Empty>{t("table.noOption")}</Combobox.Empty> : null}
            {visible.map((option) => (
              <Combobox.Option key={option.value} value={option.value} active={option.value === value}>
                <span className={classes["option"]}>
                  {option.label}
                  {option.value === value ? <IconCheck size={15} stroke={2} aria-hidden="true" /> : null}
                </span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {value === null || isNeeded ? null : <ChipOff label={label} onOff={() => onChange(null)} />}
    </div>
  );
}
