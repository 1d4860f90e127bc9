/** Fields that the options of tasks and the bodies of requests share. */
import { z } from 'zod';

export const ShortText = z.string().max(500);
export const FreeForm = z
  .record(z.string(), z.unknown())
  .describe('Your own data; passed through untouched.');

const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'There is no such time zone. Use a name of the IANA list, such as Europe/Berlin.')
  .describe('The name of a time zone in the IANA list, such as Europe/Berlin.');
