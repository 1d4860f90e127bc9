/** The words of the provider's pages, in the language of the app that sent the person, or else of the browser. */
import type { Context } from 'oidc-provider';
import languages from '../../../../vocabulary/languages.json' with { type: 'json' };
import de from './words/de.json' with { type: 'json' };
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };

type Language = keyof typeof languages;
export type PageWords = { language: Language; say: typeof en };

const WORDS: Record<Language, typeof en> = { en, de, fr, es };
const LANGUAGES = Object.keys(languages) as Language[];

const known = (tag: string) => LANGUAGES.find((language) => tag.toLowerCase().split('-')[0] === language);

/** `asked`: `ui_locales` of the app, in the order of preference. */
export const wordsFor = (ctx: Context, asked: unknown = ctx.oidc?.params?.ui_locales): PageWords => {
  const wanted = typeof asked === 'string' ? asked.split(' ').flatMap((tag) => known(tag) ?? []) : [];
  const language = wanted[0] ?? (ctx.acceptsLanguages(LANGUAGES) || 'en');
  return { language, say: WORDS[language] };
};
