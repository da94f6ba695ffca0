import type { AccessibleSite } from "@pulse/contract/customers";
import { TextInput } from "@mantine/core";
import { IconCheck, IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./SitePicker.module.css";

interface Props {
  sites: readonly AccessibleSite[];
  active: string | null;
  onPick(site: AccessibleSite): void;
}

/** The sites by customer, with a search; arrow keys walk the list, Enter in the search takes the first. */
export function SitePicker({ sites, active, onPick }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const found = sites.filter(({ name, customerName }) => `${customerName} ${name}`.toLowerCase().includes(wanted));
  const walk = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>("input, button")];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus();
  };

  return (
    <div className={classes["picker"]} onKeyDown={walk} role="presentation">
      <TextInput
        aria-label={t("site.search")}
        placeholder={t("site.search")}
        leftSection={<IconSearch size={15} stroke={1.75} aria-hidden="true" />}
        value={text}
        data-autofocus
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={({ key }) => {
          if (key === "Enter" && found[0] !== undefined) onPick(found[0]);
        }}
      />
      {found.length === 0 ? <p className={classes["none"]}>{t("site.none")}</p> : null}
      {[...Map.groupBy(found, ({ customerName }) => customerName)].map(([customer, list]) => (
        <section key={customer} aria-label={customer}>
          <p className={classes["customer"]}>{customer}</p>
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
                {site.location === null || site.location === "" ? null : <small>{site.location}</small>}
              </span>
              {site.id === active ? <IconCheck size={16} stroke={2} aria-hidden="true" /> : null}
            </button>
          ))}
        </section>
      ))}
    </div>
  );
}
