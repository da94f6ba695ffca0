import { Button, Combobox, TextInput, useCombobox } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { FindFailed } from "../form/FindFailed.tsx";
import { inputClasses } from "../form/inputClasses.ts";
import { ScanButton } from "./ScanButton.tsx";

export interface Pickable {
  id: string;
  name: string;
  /** Shown beside the name. */
  detail: string;
}

interface Props {
  label: string;
  hint: string;
  /** What is to be chosen, for the message if nothing was. */
  target: string;
  queryKey: readonly unknown[];
  find(typed: string, signal: AbortSignal): Promise<readonly Pickable[]>;
  isBusy: boolean;
  onPick(thing: Pickable): void;
}

const pauseMs = 150;

/**
 * Finds a thing by typing or scanning. A scanner types a code and presses Enter: a match for exactly that code is taken at
 * once.
 */
export function EntityPicker({ label, hint, target, queryKey, find, isBusy, onPick }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [inputError, setInputError] = useState<string | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [word] = useDebouncedValue(typed.trim(), pauseMs);
  const {
    data: matches = [],
    error,
    refetch,
  } = useQuery({
    queryKey: [...queryKey, "pick", word],
    queryFn: ({ signal }) => find(word, signal),
    placeholderData: keepPreviousData,
  });
  const pick = (thing: Pickable | undefined): void => {
    if (thing === undefined) return setInputError(t("things.links.shouldBeSelected", { target }));
    setTyped("");
    setInputError(null);
    combobox.closeDropdown();
    onPick(thing);
  };
  /** Takes the match for exactly the typed or scanned code. */
  const take = async (code: string): Promise<void> => {
    // The list may still be the answer to only part of the code.
    let now: readonly Pickable[];
    try {
      now = code === "" ? [] : await find(code, new AbortController().signal);
    } catch (refusal) {
      return setInputError(errorText(refusal));
    }
    const [only, ...more] = now;
    pick(now.find(({ name }) => name.toLowerCase() === code.toLowerCase()) ?? (more.length === 0 ? only : undefined));
  };
  return (
    <>
      <Combobox
        store={combobox}
        onOptionSubmit={(id) => pick(matches.find((each) => each.id === id))}
        position="bottom-start"
      >
        <Combobox.Target>
          <TextInput
            classNames={inputClasses}
            label={label}
            description={hint}
            error={inputError}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onFocus={() => combobox.openDropdown()}
            onBlur={() => combobox.closeDropdown()}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setInputError(null);
              combobox.openDropdown();
              combobox.resetSelectedOption();
            }}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || combobox.getSelectedOptionIndex() !== -1) return;
              event.preventDefault();
              void take(typed.trim());
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options aria-label={label}>
            {error === null && matches.length === 0 ? <Combobox.Empty>{t("table.noOption")}</Combobox.Empty> : null}
            {matches.map(({ id, name, detail }) => (
              <Combobox.Option key={id} value={id}>
                {name} <small>{detail}</small>
              </Combobox.Option>
            ))}
          </Combobox.Options>
          {error === null ? null : <FindFailed error={error} retry={() => void refetch()} />}
        </Combobox.Dropdown>
      </Combobox>
      <ScanButton
        onCode={(code) => {
          setTyped(code);
          void take(code);
        }}
      />
      <Button variant="default" loading={isBusy} onClick={() => void take(typed.trim())}>
        {t("things.links.link")}
      </Button>
    </>
  );
}
