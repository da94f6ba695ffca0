import type { AccessibleSite } from "@pulse/contract/customers";
import { TextInput } from "@mantine/core";
import { IconCheck, IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePhone } from "../theme/usePhone.ts";
import classes from "./SitePicker.module.css";

interface Props {
  /** In display order. */
  sites: readonly AccessibleSite[];
  /** Ids of the sites used last; they have their own section. */
  recent: readonly string[];
  active: string | null;
  /** On its own page it is as high as its list, and the page scrolls. */
  isPage?: boolean;
  onPick(site: AccessibleSite): void;
}

/** The sites by customer, with a search; arrow keys walk the list, Enter in the search takes the first. */
export function SitePicker({ sites, recent, active, isPage = false, onPick }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const query = text.trim().toLowerCase();
  const matches = sites
    .filter(({ name, customerName, location }) =>
      `${customerName} ${name} ${location ?? ""}`.toLowerCase().includes(query),
    )
    // Matches by name come before matches by customer or location.
    .toSorted((a, b) => Number(hasName(b, query)) - Number(hasName(a, query)));
  const isLastUsed = ({ id }: AccessibleSite): boolean => query === "" && recent.includes(id);
  const groups = Map.groupBy(matches, (site) => (isLastUsed(site) ? "" : site.customerName));
  const first = [...groups.values()][0]?.[0];
  const box = useRef<HTMLInputElement>(null);
  const isPhone = usePhone();
  // Not on a phone, where its keyboard would cover the sites.
  const takesFocus = isPage && !isPhone;
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  const walk = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, button")];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus();
  };

  return (
    <div className={classes["picker"]} data-page={isPage || undefined} onKeyDown={walk} role="presentation">
      <TextInput
        ref={box}
        aria-label={t("site.search")}
        placeholder={t("site.search")}
        leftSection={<IconSearch size={15} stroke={1.75} aria-hidden="true" />}
        value={text}
        data-autofocus
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === "Enter" && first !== undefined) onPick(first);
        }}
      />
      {matches.length === 0 ? (
        <p className={classes["none"]} role="status">
          {t("site.none")}
        </p>
      ) : null}
      {[...groups].map(([customer, list]) => {
        const title = customer === "" ? t("frame.selection.lastUsed") : customer;
        return (
          <section key={customer} aria-label={title}>
            <p className={classes["customer"]}>{title}</p>
            {list.map((site) => (
              <button
                key={site.id}
                type="button"
                className={classes["site"]}
                aria-current={site.id === active ? "true" : undefined}
                onClick={() => onPick(site)}
              >
                <span>
                  {site.name}
                  <small>{placeOf(site, customer === "")}</small>
                </span>
                {site.id === active ? <IconCheck size={16} stroke={2} aria-hidden="true" /> : null}
              </button>
            ))}
          </section>
        );
      })}
    </div>
  );
}

function hasName({ name }: AccessibleSite, query: string): boolean {
  return name.toLowerCase().includes(query);
}

function placeOf({ customerName, location }: AccessibleSite, withCustomer: boolean): string {
  return [withCustomer ? customerName : "", location ?? ""].filter((part) => part !== "").join(" · ");
}
