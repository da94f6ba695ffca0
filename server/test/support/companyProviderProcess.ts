import { companyProvider, type Directory } from "./companyProvider.ts";

/** What the process that starts this one says about the company. */
export interface CompanyOrder {
  redirectUri: string;
  directory: Directory;
}

// A company's provider as a process of its own, for tests that only see a running product. It ends with its parent.
process.once("message", (order) => {
  const { redirectUri, directory } = order as CompanyOrder;
  void companyProvider(redirectUri, directory).then(({ issuer }) => process.send!({ issuer }));
});
process.once("disconnect", () => process.exit());
