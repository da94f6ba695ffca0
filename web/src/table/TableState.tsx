import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../api/errorText.ts";
import { FailedMessage } from "../ui/FailedMessage.tsx";
import { Message } from "../ui/Message.tsx";
import classes from "./TableState.module.css";
import type { TablePage } from "./useTablePage.ts";
import type { TableQuery } from "./useTableQuery.ts";

/** The texts shown instead of rows. */
export interface Words {
  icon: ReactNode;
  /** "No users yet", and what to do about it. */
  empty: string;
  emptyWhy: string;
  /** The one thing to do next. */
  action?: ReactNode;
  /** "No matching users" */
  noMatch: string;
  /** "Couldn't load users" */
  failed: string;
  /** The active filters in words. */
  filters?: readonly string[];
}

interface Props {
  label: string;
  words: Words;
  query: TableQuery;
  page: Pick<TablePage<unknown>, "error" | "retry">;
}

/** Shown instead of rows: nothing exists yet, nothing matches, or loading failed. */
export function TableState({ label, words, query, page }: Props) {
  const { t } = useTranslation();
  const on = [query.keyword, ...(words.filters ?? [])].filter((text) => text !== "");
  return (
    <section className={classes["state"]} aria-label={label}>
      {page.error !== null ? (
        <FailedMessage title={words.failed} text={errorText(page.error)} retry={page.retry} />
      ) : query.isNarrowed ? (
        <Message
          icon={<IconFilter size={20} stroke={1.6} aria-hidden="true" />}
          title={words.noMatch}
          {...(on.length === 0 ? {} : { text: t("table.filtersOn", { filters: on.join(", ") }) })}
        >
          <Button variant="default" onClick={query.clear}>
            {t("table.clearFilters")}
          </Button>
        </Message>
      ) : (
        <Message icon={words.icon} title={words.empty} text={words.emptyWhy}>
          {words.action}
        </Message>
      )}
    </section>
  );
}
