import access from "../access.en.json";
import account from "../account.en.json";
import audit from "../audit.en.json";
import customers from "../customers.en.json";
import entity from "../entity.en.json";
import form from "../form.en.json";
import frame from "../frame.en.json";
import profile from "../profile.en.json";
import search from "../search.en.json";
import table from "../table.en.json";
import rest from "../en.json";

/** Every English text of the product; the key's first part is the file that holds it. */
export const catalogue = { ...rest, access, account, audit, customers, entity, form, frame, profile, search, table };
