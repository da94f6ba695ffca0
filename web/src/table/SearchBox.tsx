import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

interface Props {
  label: string;
  value: string;
  onChange(value: string): void;
  /** Enter was pressed on the current search. */
  onEnter(value: string): void;
}

const afterMs = 250;

/** The search of a list: searches after a pause in typing, or at Enter. */
export function SearchBox({ label, value, onChange, onEnter }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const [answered, setAnswered] = useState(value);
  // Back, or clearing the filters, changes the word from outside.
  if (answered !== value) {
    setAnswered(value);
    if (typed.trim() !== value) setTyped(value);
  }
  const ask = (text: string): void => {
    if (text.trim() !== value) onChange(text.trim());
  };
  const askSoon = useDebouncedCallback(ask, afterMs);
  const change = (text: string): void => {
    setTyped(text);
    askSoon(text);
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={typed}
      leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
      rightSection={
        typed === "" ? null : <CloseButton size="sm" aria-label={t("table.clearSearch")} onClick={() => change("")} />
      }
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === "Enter") {
          askSoon.cancel();
          ask(typed);
          onEnter(typed.trim());
        }
        if (key === "Escape" && typed !== "") change("");
      }}
    />
  );
}
