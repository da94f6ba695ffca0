import { NativeSelect } from "@mantine/core";
import type { PageMetadata } from "@pulse/contract/page";
import { IconArrowLeft, IconArrowRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { toastsAbove } from "../ui/toastsAbove.ts";
import classes from "./Pager.module.css";
import { pageLimits, type TableQuery } from "./useTableQuery.ts";

interface Props {
  metadata: PageMetadata;
  /** How many rows are on the screen. */
  visible: number;
  query: TableQuery;
}

/** "1–25 of 85", the number of rows per page, and the pages. */
export function Pager({ metadata, visible, query }: Props) {
  const { t, i18n } = useTranslation();
  const { totalCount, currentPage, maxPage, limit } = metadata;
  const first = (currentPage - 1) * limit + 1;
  const number = new Intl.NumberFormat(i18n.language);
  const text =
    visible === 0
      ? t("table.none")
      : t("table.range", {
          first: number.format(first),
          last: number.format(first + visible - 1),
          total: number.format(totalCount),
        });
  return (
    <div ref={toastsAbove} className={classes["foot"]}>
      <span className={classes["range"]} role="status">
        {text}
      </span>
      {totalCount > pageLimits[0] ? (
        <NativeSelect
          className={classes["limit"] ?? ""}
          size="xs"
          aria-label={t("table.limit")}
          value={String(query.limit)}
          data={pageLimits.map((each) => ({ value: String(each), label: t("table.perPage", { count: each }) }))}
          onChange={({ currentTarget }) => query.setLimit(Number(currentTarget.value))}
        />
      ) : null}
      {maxPage > 1 ? (
        <nav className={classes["pages"]} aria-label={t("table.pages")}>
          <button
            type="button"
            aria-label={t("table.previous")}
            disabled={currentPage <= 1}
            onClick={() => query.setPage(currentPage - 1)}
          >
            <IconArrowLeft size={16} stroke={1.75} aria-hidden="true" />
          </button>
          {pagesAround(currentPage, maxPage).map((page, index) =>
            page === null ? (
              // oxlint-disable-next-line react/no-array-index-key -- there are two gaps at most, each in its place
              <span key={`gap${index}`}>…</span>
            ) : (
              <button
                key={page}
                type="button"
                aria-label={t("table.page", { page: number.format(page) })}
                aria-current={page === currentPage ? "page" : undefined}
                onClick={() => query.setPage(page)}
              >
                {number.format(page)}
              </button>
            ),
          )}
          <button
            type="button"
            aria-label={t("table.next")}
            disabled={currentPage >= maxPage}
            onClick={() => query.setPage(currentPage + 1)}
          >
            <IconArrowRight size={16} stroke={1.75} aria-hidden="true" />
          </button>
        </nav>
      ) : null}
    </div>
  );
}

/** The first and last page, and those beside the open one; null is a gap. */
export function pagesAround(page: number, last: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, last].filter((each) => each >= 1 && each <= last);
  const visible = [...new Set(near)].sort((a, b) => a - b);
  return visible.flatMap((each, index) => {
    const before = visible[index - 1] ?? each - 1;
    // A gap of one page is as wide as the page itself.
    if (each - before === 2) return [each - 1, each];
    return each - before > 2 ? [null, each] : [each];
  });
}
