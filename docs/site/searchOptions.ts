/** How the search box ranks pages. MiniSearch's own names; docs/test/search.test.ts asks the same index with them. */
export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, text: 2, titles: 1 },
};
