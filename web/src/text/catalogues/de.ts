import account from "../account.de.json";
import entity from "../entity.de.json";
import form from "../form.de.json";
import frame from "../frame.de.json";
import search from "../search.de.json";
import table from "../table.de.json";
import rest from "../de.json";

/** The German texts of the first page and of the frame around all others; a key's first part names its file. */
export const catalogue = { ...rest, account, entity, form, frame, search, table };
