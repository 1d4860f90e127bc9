import { REPORT_LANGUAGES, type ReportLanguage } from '../vocabulary.ts';

export const USUAL_LANGUAGE: ReportLanguage = 'en';

const languageIn = (tag: string): ReportLanguage | undefined => {
  const [language] = tag.trim().toLowerCase().split(/[-_]/);
  return REPORT_LANGUAGES.find((known) => known === language);
};

/** Apps ask for the language of their user, whatever it is: that of a region without it, else English. */
export const nearestLanguage = (tag: string): ReportLanguage => languageIn(tag) ?? USUAL_LANGUAGE;

/** What to tell whoever asked for a language that there is no report in. */
export const languageNotice = (asked: string | undefined): string | null =>
  asked === undefined || languageIn(asked) !== undefined
    ? null
    : `There is no report in the language ${asked}, so this one is in English. The languages are: ${REPORT_LANGUAGES.join(', ')}.`;
