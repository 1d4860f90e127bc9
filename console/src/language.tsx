/** The words of the console in one of its languages; each language is a file of its own, loaded when it is chosen. */
import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import languages from '../../vocabulary/languages.json';
import { capital, fill, type Plural, pluralForm } from '../../vocabulary/sentences.ts';
import type { Names, Problems, Words } from './words/en.ts';

export { capital, fill, languages as LANGUAGES, type Plural, pluralForm };
export type LanguageCode = keyof typeof languages;

type Loaded = { words: Words; names: Names; problems: Problems | null };
export type Language = Loaded & { code: LanguageCode };

const KEPT_AS = 'walkaround-language';

const LOADERS: Record<LanguageCode, () => Promise<Loaded>> = {
  en: () => import('./words/en.ts'),
  fr: () => import('./words/fr.ts'),
  de: () => import('./words/de.ts'),
  es: () => import('./words/es.ts'),
};

const isLanguage = (code: string | undefined | null): code is LanguageCode =>
  code != null && Object.hasOwn(languages, code);

const wanted = (): LanguageCode => {
  const kept = localStorage.getItem(KEPT_AS);
  if (isLanguage(kept)) return kept;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
};

export const loadLanguage = async (code: LanguageCode = wanted()): Promise<Language> => {
  const { words, names, problems } = await LOADERS[code]();
  document.documentElement.lang = code;
  return { code, words, names, problems };
};

type Chosen = Language & { choose(code: LanguageCode): Promise<void> };
const LanguageContext = createContext<Chosen | null>(null);

export const LanguageProvider = ({ first, children }: { first: Language; children: ReactNode }) => {
  const [language, setLanguage] = useState(first);
  const choose = useCallback(async (code: LanguageCode) => {
    localStorage.setItem(KEPT_AS, code);
    setLanguage(await loadLanguage(code));
  }, []);
  return <LanguageContext value={{ ...language, choose }}>{children}</LanguageContext>;
};

export const useLanguage = (): Chosen => use(LanguageContext)!;
export const useWords = (): Words => useLanguage().words;
/** The names of parts, damages, tasks and so on, which the report uses too. */
export const useNames = (): Names => useLanguage().names;

export const useCounted = () => {
  const { code } = useLanguage();
  return (forms: Plural, count: number) => fill(pluralForm(code, forms, count), { count });
};

/** A name from one of the lists, as it stands in a sentence; what a list does not have is shown as it came. */
export const wordIn = (list: Record<string, string>, key: string): string =>
  (Object.hasOwn(list, key) ? list[key] : undefined) ?? key.replaceAll('_', ' ');

export const nameIn = (list: Record<string, string>, key: string): string => capital(wordIn(list, key));
