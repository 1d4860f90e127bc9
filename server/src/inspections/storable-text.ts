/** JSON can carry text that Postgres cannot keep: NUL characters, and halves of Unicode characters. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();
