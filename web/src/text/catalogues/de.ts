import account from "../account.de.json";
import entity from "../entity.de.json";
import form from "../form.de.json";
import frame from "../frame.de.json";
import profile from "../profile.de.json";
import search from "../search.de.json";
import table from "../table.de.json";
import rest from "../de.json";

/** The German texts of the first page and of what lies around all others; the key's first part is the file that holds it. */
export const catalogue = { ...rest, account, entity, form, frame, profile, search, table };
