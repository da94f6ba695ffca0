/** Seals what leaves this server only towards a company's provider, with a key that is not in the database. */
export interface ClientSecrets {
  /** Bound to the customer, so that a sealed value cannot be moved to another one's row. */
  seal(text: string, customerId: string): string;
  open(sealed: string, customerId: string): string;
}
