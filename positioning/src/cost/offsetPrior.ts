/** What is expected of a tag's own strength against the site's usual tag before a fix. */
export interface OffsetPrior {
  meanDb: number;
  varianceDb2: number;
}
