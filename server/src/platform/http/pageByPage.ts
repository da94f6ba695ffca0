import { limits } from "@pulse/contract/limits";
import type { PageMetadata } from "@pulse/contract/page";

/** All rows of a search, read page by page while they are written to a file. */
export async function* pageByPage<Row>(
  search: (part: { page: number; limit: number }) => Promise<{ content: Row[]; metadata: PageMetadata }>,
): AsyncGenerator<Row> {
  for (let page = 1; ; page += 1) {
    const { content, metadata } = await search({ page, limit: limits.listRowsMax / 5 });
    yield* content;
    if (page >= metadata.maxPage) return;
  }
}
