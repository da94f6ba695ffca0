import accessDe from "./access.de.json";
import accessEn from "./access.en.json";
import accountDe from "./account.de.json";
import accountEn from "./account.en.json";
import auditDe from "./audit.de.json";
import auditEn from "./audit.en.json";
import customersDe from "./customers.de.json";
import customersEn from "./customers.en.json";
import de from "./de.json";
import en from "./en.json";
import formDe from "./form.de.json";
import formEn from "./form.en.json";
import frameDe from "./frame.de.json";
import frameEn from "./frame.en.json";
import profileDe from "./profile.de.json";
import profileEn from "./profile.en.json";
import searchDe from "./search.de.json";
import searchEn from "./search.en.json";
import tableDe from "./table.de.json";
import tableEn from "./table.en.json";

/** Every text of the product by language; the key's first part is the file that holds it. */
export const catalogues = {
  en: {
    ...en,
    account: accountEn,
    access: accessEn,
    audit: auditEn,
    customers: customersEn,
    form: formEn,
    frame: frameEn,
    profile: profileEn,
    search: searchEn,
    table: tableEn,
  },
  de: {
    ...de,
    account: accountDe,
    access: accessDe,
    audit: auditDe,
    customers: customersDe,
    form: formDe,
    frame: frameDe,
    profile: profileDe,
    search: searchDe,
    table: tableDe,
  },
} as const;
export type Language = keyof typeof catalogues;
/** In the order of the menu, each by its own name. */
export const languages: readonly { code: Language; name: string }[] = [
  { code: "en", name: "English" },
  { code: "de", name: "Deutsch" },
];
