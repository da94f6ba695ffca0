import { updateOwnAttribute } from "@pulse/contract/accounts";
import type { UserInfo } from "@pulse/contract/users";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services/services.tsx";
import { useMe } from "./person.api.ts";
import { languageOf, switchLanguage, storeLanguage } from "../text/language.ts";
import type { Language } from "../text/languages.ts";
import { texts } from "../text/translate.ts";

/** The language chosen in this window and not yet saved with the person: until then the server's value is out of date. */
let unsavedChoice: Language | null = null;
const clearUnsavedChoice = (language: Language): void => {
  if (unsavedChoice === language) unsavedChoice = null;
};

/**
 * The chosen language, and a function to choose another, which is saved in this browser and with the person. A choice
 * whose texts are still loading is already the chosen one, so that a control shows it and the choice can be taken back.
 */
export function useLanguage(): [Language, (language: Language) => void] {
  const { i18n } = useTranslation();
  const { api, snackbars } = useServices();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    // One after another, so that the later of two choices stays.
    scope: { id: "language" },
    mutationFn: (value: Language) => api.call(updateOwnAttribute, { params: { attr: "locale" }, body: { value } }),
    onSuccess: (me, value) => {
      if (unsavedChoice === value) queries.setQueryData<UserInfo>(["me"], me);
    },
    onSettled: (_me, _error, value) => clearUnsavedChoice(value),
  });
  const [loading, setLoading] = useState<Language | null>(null);
  const choose = (language: Language): void => {
    unsavedChoice = language;
    setLoading(language);
    switchLanguage(language)
      .then(
        () => {
          // Another language was chosen while the texts of this one were loading.
          if (unsavedChoice !== language) return;
          storeLanguage(localStorage, language);
          mutate(language);
        },
        // Its texts could not be loaded, so the current language stays.
        () => {
          clearUnsavedChoice(language);
          snackbars.error(texts.t("errors.NetworkError"));
        },
      )
      .finally(() => setLoading((now) => (now === language ? null : now)));
  };
  return [loading ?? languageOf(i18n.language) ?? "en", choose];
}

/** Switches to the person's own language, whatever the last person at this browser used, and saves it for the next start. */
export function useOwnLanguage(): void {
  const { data: me } = useMe();
  const own = languageOf(me?.locale);
  useEffect(() => {
    if (own === null || (unsavedChoice !== null && unsavedChoice !== own)) return;
    switchLanguage(own).then(
      () => storeLanguage(localStorage, own),
      // Its texts could not be loaded; the next start tries again.
      () => undefined,
    );
  }, [own]);
}
