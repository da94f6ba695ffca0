import account from "../account.en.json";
import entity from "../entity.en.json";
import form from "../form.en.json";
import frame from "../frame.en.json";
import search from "../search.en.json";
import table from "../table.en.json";
import rest from "../en.json";

/** The English texts of the first page and of the frame around all others; a key's first part names its file. */
export const catalogue = { ...rest, account, entity, form, frame, search, table };
