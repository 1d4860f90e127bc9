/** What every answer tells a browser: it is data, to be neither run, framed nor guessed at. Pages and files say otherwise themselves. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};

/** Only where the operator has said that the address is an https one: a browser then asks in no other way for a year. */
export const httpsOnly = (publicUrl: string | undefined): Record<string, string> =>
  publicUrl?.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {};
