/** Fields that the options of tasks and the bodies of requests share. */
import { z } from 'zod';

export const ShortText = z.string().max(500);
export const FreeForm = z
  .record(z.string(), z.unknown())
  .describe('Your own data; passed through untouched.');
