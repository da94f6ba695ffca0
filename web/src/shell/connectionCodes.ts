/** The catalogue's codes of a broken connection (product.md section 8); "Reconecting" is spelt so there: sic. */
export const connectionCodes: ReadonlySet<string> = new Set([
  "Reconecting",
  "NetworkDisconnected",
  "ServerDisconnected",
]);
