import type { Customer } from "@pulse/contract/customers";
import { IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { FormSection } from "../form/FormSection.tsx";
import { numberText } from "../text/numbers.ts";
import classes from "./Customers.module.css";

/** The sites of a customer, each with a link to its map. */
export function CustomerSites({ customer }: { customer: Customer }) {
  const { t } = useTranslation();
  const { name, sites } = customer;
  return (
    <FormSection title={t("customers.sites")} hint={numberText(sites.length)} isBare>
      {sites.length === 0 ? (
        <p className={classes["empty"]}>{t("customers.noSites")}</p>
      ) : (
        <ul className={classes["sites"]}>
          {sites.map((site) => (
            <li key={site.id}>
              <Link to={`/sites/${site.id}`}>
                <span>
                  <small>{name}</small>
                  <b>{site.name}</b>
                </span>
                <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </FormSection>
  );
}
