/** Where the built-in identity provider is mounted. */
export const IDENTITY_PATH = '/identity';

type Address = { publicUrl?: string | null; port: number; tls?: unknown };

/** The one place that decides the built-in issuer: a token is only good if signer and verifier agree on it. */
export const builtInIssuer = ({ publicUrl, port, tls }: Address): string =>
  `${(publicUrl ?? `${tls ? 'https' : 'http'}://localhost:${port}`).replace(/\/+$/, '')}${IDENTITY_PATH}`;
