/** The password of every demo account (contract.md section 1). */
export const demoPassword = "Pulse-demo-1";

export interface DemoAccount {
  email: string;
  givenName: string;
  familyName: string;
  phoneNumber: string;
  pool: "current" | "legacy";
  /** Null: a superadmin, who belongs to no customer. */
  customerCode: string | null;
  role: "Administrator" | "Operator" | "Viewer" | null;
  devTools: boolean;
  note: string;
}

/** The accounts of the demo; phone numbers are from the range reserved for fiction. */
export const demoAccounts: readonly DemoAccount[] = [
  account("super@pulse.test", "Sam", "Idowu", "01", null, null, true, "superadmin"),
  account("admin@northwind.test", "Mara", "Okafor", "42", "NORTHWIND", "Administrator", true, "all operations"),
  account("viewer@northwind.test", "Vic", "Lindqvist", "43", "NORTHWIND", "Viewer", false, "read only"),
  account("operator@northwind.test", "Olu", "Brandt", "44", "NORTHWIND", "Operator", false, "assets and trackers only"),
  account("admin@contoso.test", "Ada", "Ferreira", "45", "CONTOSO", "Administrator", false, "another customer"),
  {
    ...account("legacy@northwind.test", "Lee", "Marchetti", "46", "NORTHWIND", "Viewer", false, "legacy pool"),
    pool: "legacy",
  },
];

function account(
  email: string,
  givenName: string,
  familyName: string,
  lastDigits: string,
  customerCode: string | null,
  role: DemoAccount["role"],
  devTools: boolean,
  note: string,
): DemoAccount {
  return {
    email,
    givenName,
    familyName,
    phoneNumber: `+120255501${lastDigits}`,
    pool: "current",
    customerCode,
    role,
    devTools,
    note,
  };
}
