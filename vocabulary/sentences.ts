/** Sentences with places for values, in any language: for the report and the console. */

/** Puts the values into the places that a sentence has for them. */
export const fill = (sentence: string, values: Record<string, string | number>): string =>
  sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));

/** What is said of a number of things, in each form that the language has for numbers. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

export const pluralForm = (code: string, forms: Plural, count: number): string =>
  forms[new Intl.PluralRules(code).select(count)] ?? forms.other;

/** The first letter of a sentence or a cell. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
