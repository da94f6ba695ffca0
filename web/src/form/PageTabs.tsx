import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import tabClasses from "../ui/tabs.module.css";
import { useSearch } from "../ui/useSearch.ts";
import { FormBody } from "./FormBody.tsx";

/** A part of a page under its own tab. */
export interface PageTab {
  /** Its name in the address: `?tab=settings`. */
  key: string;
  label: string;
  content: ReactNode;
  /** Cards beside its content. */
  aside?: ReactNode;
  /** It has a form, whose unsaved changes stay while other tabs are shown. */
  hasForm?: boolean;
}

/** The tab that the address names, else the first one. */
export function useChosenTab(tabs: readonly PageTab[]): PageTab | undefined {
  const [search] = useSearch();
  return tabs.find(({ key }) => key === search.get("tab")) ?? tabs[0];
}

/** Links to the parts of a page; the first one has the page's plain address. */
export function PageTabs({ tabs, chosen }: { tabs: readonly PageTab[]; chosen: PageTab | undefined }) {
  const { t } = useTranslation();
  const [search] = useSearch();
  const hrefOf = (key: string): string => {
    const next = new URLSearchParams(search);
    if (key === tabs[0]?.key) next.delete("tab");
    else next.set("tab", key);
    return `?${next.toString()}`;
  };
  return (
    <nav className={tabClasses["tabs"]} aria-label={t("form.tabs")}>
      {tabs.map(({ key, label }) => (
        <Link key={key} to={hrefOf(key)} aria-current={key === chosen?.key ? "page" : undefined} preventScrollReset>
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** The chosen part of a page. Parts with a form that were shown once stay, hidden. */
export function TabPanels({ tabs, chosen }: { tabs: readonly PageTab[]; chosen: PageTab | undefined }) {
  const [visited, setVisited] = useState<readonly string[]>([]);
  if (chosen?.hasForm === true && !visited.includes(chosen.key)) setVisited([...visited, chosen.key]);
  return tabs
    .filter(({ key }) => key === chosen?.key || visited.includes(key))
    .map(({ key, content, aside }) => (
      <FormBody key={key} aside={aside} isHidden={key !== chosen?.key}>
        {content}
      </FormBody>
    ));
}
