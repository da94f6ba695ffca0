import account from "../account.en.json";
import entity from "../entity.en.json";
import form from "../form.en.json";
import frame from "../frame.en.json";
import profile from "../profile.en.json";
import search from "../search.en.json";
import table from "../table.en.json";
import rest from "../en.json";

/** The English texts of the first page and of what lies around all others; the key's first part is the file that holds it. */
export const catalogue = { ...rest, account, entity, form, frame, profile, search, table };
