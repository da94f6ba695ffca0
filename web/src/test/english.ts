import { catalogue } from "../text/catalogues/en.ts";
import { texts } from "../text/translate.ts";

// Every test of the browser's components starts in English, as main.tsx does for most people.
texts.addResourceBundle("en", "translation", catalogue);
await texts.changeLanguage("en");
