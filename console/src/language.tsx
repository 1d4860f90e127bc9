/** The words of the console in one of its languages; each language is a file of its own, loaded when it is chosen. */
import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import languages from '../../vocabulary/languages.json';
import type { Names, Words } from './words/en.ts';

export { languages as LANGUAGES };
export type LanguageCode = keyof typeof languages;

export type Language = { code: LanguageCode; words: Words; names: Names };

const KEPT_AS = 'walkaround-language';

const LOADERS: Record<LanguageCode, () => Promise<{ words: Words; names: Names }>> = {
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
  const { words, names } = await LOADERS[code]();
  document.documentElement.lang = code;
  return { code, words, names };
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

/** Puts the values into the places that a sentence has for them. */
export const fill = (sentence: string, values: Record<string, string | number>): string =>
  sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

/** What is said of a number of things, in each form that the language has for numbers. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

export const pluralForm = (code: LanguageCode, forms: Plural, count: number): string =>
  forms[new Intl.PluralRules(code).select(count)] ?? forms.other;

export const useCounted = () => {
  const { code } = useLanguage();
  return (forms: Plural, count: number) => fill(pluralForm(code, forms, count), { count });
};

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** A name from one of the lists; what a list does not have is shown as it came. */
export const nameIn = (list: Record<string, string>, key: string): string => {
  return capital((Object.hasOwn(list, key) ? list[key] : undefined) ?? key.replaceAll('_', ' '));
};
