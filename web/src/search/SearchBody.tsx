import { IconSearch, IconX } from "@tabler/icons-react";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { usePages, useSections } from "../shell/usePages.ts";
import { findPages, groupHits, type Hit, type HitGroup } from "./hits.ts";
import { recentPicks, rememberPick } from "./recentPicks.ts";
import { SearchHint } from "./SearchHint.tsx";
import classes from "./SearchPalette.module.css";
import { SearchRow } from "./SearchRow.tsx";
import { useChoice } from "./useChoice.ts";
import { useSearchHits } from "./useSearchHits.ts";

/** The content of the open search: the box, the hits, and their keys. */
export function SearchBody({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [recent] = useState(() => recentPicks(localStorage));
  const { hits: matches, isSettled, isError } = useSearchHits(typed);
  const groups = useGroups(typed, matches, recent);
  const hits = groups.flatMap((group) => group.hits);
  const id = useId();
  const box = useRef<HTMLInputElement>(null);

  const pick = (hit: Hit): void => {
    onClose();
    rememberPick(localStorage, hit);
    // The map flies to the search result, even if its card is already open.
    void navigate(hit.path, { state: { isSought: true } });
  };
  const { at, onKeyDown } = useChoice({ hits, typed, isSettled, pick });
  useLayoutEffect(() => {
    const before = document.activeElement;
    box.current?.focus();
    // The dialog itself would give the focus back to this box, which is gone by then.
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  const chosenId = `${id}${at}`;
  useEffect(() => {
    // Newer browsers return a promise, which is not a clean-up function.
    document.getElementById(chosenId)?.scrollIntoView({ block: "nearest" });
  }, [chosenId]);

  return (
    <>
      <div className={classes["box"]}>
        <IconSearch size={18} stroke={1.75} aria-hidden="true" />
        <input
          ref={box}
          type="text"
          role="combobox"
          aria-label={t("search.placeholder")}
          aria-expanded={hits.length > 0}
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          aria-activedescendant={hits.length === 0 ? undefined : chosenId}
          placeholder={t("search.placeholder")}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          data-autofocus
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <button type="button" aria-label={t("search.close")} onClick={onClose}>
          <IconX size={18} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
      <div id={`${id}list`} className={classes["list"]} role="listbox" aria-label={t("search.results")}>
        {groups.map((group) => (
          <div key={group.kind} role="group" aria-labelledby={`${id}${group.kind}`}>
            <div id={`${id}${group.kind}`} className={classes["group"]} role="presentation">
              {t(`search.kinds.${group.kind}`)}
            </div>
            {group.hits.map((hit) => {
              const index = hits.indexOf(hit);
              return (
                <SearchRow
                  key={hit.path + hit.name}
                  id={`${id}${index}`}
                  hit={hit}
                  typed={typed}
                  isChosen={index === at}
                  onPick={() => pick(hit)}
                />
              );
            })}
          </div>
        ))}
      </div>
      <SearchHint typed={typed} count={hits.length} isSettled={isSettled} isError={isError} />
    </>
  );
}

function useGroups(typed: string, matches: readonly Hit[], recent: readonly Hit[]): readonly HitGroup[] {
  const { t } = useTranslation();
  const sections = useSections();
  const others = usePages();
  const pages = [...sections, ...others].map(({ key, path, icon }): Hit => ({
    kind: "page",
    name: t(key),
    detail: "",
    path,
    icon,
  }));
  if (typed.trim() !== "") return groupHits(matches, findPages(pages, typed), typed);
  const known = new Set(recent.map(({ path }) => path));
  const groups: HitGroup[] = [
    { kind: "recent", hits: recent },
    { kind: "page", hits: pages.filter(({ path }) => !known.has(path)) },
  ];
  return groups.filter(({ hits }) => hits.length > 0);
}
