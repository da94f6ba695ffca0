import { updateOwnAttribute } from "@pulse/contract/accounts";
import type { UserInfo } from "@pulse/contract/users";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../services.tsx";
import { useMe } from "../sites/sites.api.ts";
import { chooseLanguage, languageOf, speak, storedLanguage } from "../text/language.ts";
import type { Language } from "../text/languages.ts";

/** The language that is spoken, and the choice of another: kept in this browser and with the person. */
export function useLanguage(): [Language, (language: Language) => void] {
  const { i18n } = useTranslation();
  const { api } = useServices();
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (value: Language) => api.call(updateOwnAttribute, { params: { attr: "locale" }, body: { value } }),
    onSuccess: (me) => queries.setQueryData<UserInfo>(["me"], me),
  });
  const choose = (language: Language): void => {
    chooseLanguage(localStorage, language);
    mutate(language);
  };
  return [languageOf(i18n.language) ?? "en", choose];
}

/** Speaks the person's language where none was chosen in this browser. */
export function useOwnLanguage(): void {
  const { data: me } = useMe();
  const own = languageOf(me?.locale);
  useEffect(() => {
    if (own !== null && storedLanguage(localStorage) === null) speak(own);
  }, [own]);
}
