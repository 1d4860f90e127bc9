import { v7 as uuid } from 'uuid';
import type { ErrorMessage } from '../../inspections/records/task.ts';

/** A line in the task's error_messages. */
export const errorMessage = (code: string, message: string): ErrorMessage => ({
  id: uuid(),
  message,
  created_at: new Date().toISOString(),
  error_code: code,
});
