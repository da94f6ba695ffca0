import MiniSearch, { type Query, type SearchOptions } from "minisearch";

/** Words of questions that say nothing about the answer: each of them would find every page. */
const emptyWords = new Set(
  (
    "a an and are at by can did do does for from get has have how i if in is it its me my of on or our s that the there this to was we " +
    "what when where which who why with you your " +
    "auf aus bei bin das dem den der des die ein eine einen einer es für gibt habe hat ich im in ist kann man mein mich mir mit nach " +
    "oder sich sie sind und von war was wann warum welche wer wie wird wo wofür zu zum zur"
  ).split(" "),
);

/** The words of a question that an answer can contain; all of them if there are no others. */
export function searchTerms(question: string): string {
  const words = question.split(/[\s?!,]+/).filter((word) => word !== "");
  const telling = words.filter((word) => !emptyWords.has(word.toLowerCase()));
  return (telling.length > 0 ? telling : words).join(" ");
}

/** What developers read; whoever looks for it types its own words. */
const ofDevelopers =
  /\/docs\/(accuracy|addANoun|addAScreen|architecture|dialects|firstLoad|flakes|glossary|memory|plans|speed)\b/;

/** How much more a page counts: guides answer questions, references only contain all words. */
export function weightOf(page: string): number {
  if (/\/docs\/(de\/)?guide\//.test(page)) return 2;
  return ofDevelopers.test(page) || page.includes("/docs/reference/") ? 0.5 : 1;
}

const search = MiniSearch.prototype.search;
MiniSearch.prototype.search = function (this: MiniSearch, query: Query, options: SearchOptions = {}) {
  const terms = typeof query === "string" ? searchTerms(query) : query;
  return search.call(this, terms, { ...options, boostDocument: (id) => weightOf(String(id)) });
};

/**
 * MiniSearch as the site's search box uses it. VitePress takes functions as options only through `eval`, which the content
 * security policy of Pulse forbids, so they are put in here.
 */
export default MiniSearch;
