import access from "../access.de.json";
import account from "../account.de.json";
import audit from "../audit.de.json";
import customers from "../customers.de.json";
import entity from "../entity.de.json";
import form from "../form.de.json";
import frame from "../frame.de.json";
import profile from "../profile.de.json";
import search from "../search.de.json";
import table from "../table.de.json";
import rest from "../de.json";

/** Every German text of the product; the key's first part is the file that holds it. */
export const catalogue = { ...rest, access, account, audit, customers, entity, form, frame, profile, search, table };
