import { ActionIcon, Menu } from "@mantine/core";
import { IconArrowDown, IconArrowsSort, IconArrowUp } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Column } from "./Column.ts";
import type { TableQuery } from "./useTableQuery.ts";

/** The order of the rows where there are no headers to press: on a phone. */
export function SortMenu<Row>({ columns, query }: { columns: readonly Column<Row>[]; query: TableQuery }) {
  const { t } = useTranslation();
  const { field, order } = query.sort;
  const Arrow = order === "asc" ? IconArrowUp : IconArrowDown;
  const sortable = columns.flatMap(({ sortField, header }) => (sortField === undefined ? [] : [{ sortField, header }]));
  if (sortable.length === 0) return null;
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon size={40} aria-label={t("table.sort")}>
          <IconArrowsSort size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t("table.sort")}</Menu.Label>
        {sortable.map(({ sortField, header }) => (
          <Menu.Item
            key={sortField}
            onClick={() => query.toggleSort(sortField)}
            {...(sortField === field
              ? {
                  "aria-current": "true" as const,
                  rightSection: <Arrow size={15} stroke={1.9} role="img" aria-label={t(`table.sorted.${order}`)} />,
                }
              : {})}
          >
            {header}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
