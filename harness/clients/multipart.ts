/** Multipart bodies that no well-behaved client would write. */
export type Part = { name: string; filename?: string; type?: string; content: string | Buffer };

export const multipart = (parts: Part[], boundary = 'a-boundary-of-the-tests') => {
  const pieces = parts.flatMap(({ name, filename, type, content }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"`,
    type === undefined ? '' : `\r\ncontent-type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  return {
    body: new Uint8Array(
      Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece as string))),
    ),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
};
