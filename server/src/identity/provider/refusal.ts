/** What the built-in provider answers when it cannot go on: JSON to programs, a page to people. */
import type { Context } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { messageContent, showPage } from './pages.ts';

type Refusal = { status: number; code: string; title: string; message: string };

export const refuse = (ctx: Context, { status, code, title, message }: Refusal): void => {
  if (ctx.accepts('json', 'html') !== 'html') {
    ctx.status = status;
    ctx.set('cache-control', 'no-store');
    ctx.body = { error: code, error_description: message, message };
    return;
  }
  showPage(ctx, { status, title, content: messageContent(title, message, code) });
};

const CURES: Record<string, string> = {
  SessionNotFound: 'This sign-in has expired or was already finished. Go back to the app and start again.',
  InvalidRedirectUri:
    'The app asked to be called back at an address that is not registered for it. Set PUBLIC_URL to the address under which people open the service, or add the address to redirectUris in identity/accounts.json.',
  InvalidClient:
    'The app is not known here. Add it to clients in identity/accounts.json, then start the service again.',
};

/** For errors of the protocol; anything else is a fault of ours and tells the caller nothing. */
export const refuseFor = (ctx: Context, error: Error): void => {
  if (!(error instanceof errors.OIDCProviderError)) {
    const message = 'Something went wrong in the service. Try again; the log of the service has the cause.';
    refuse(ctx, { status: 500, code: 'server_error', title: 'Something went wrong', message });
    return;
  }
  refuse(ctx, {
    status: error.statusCode,
    code: error.error,
    title: 'This did not work',
    message: CURES[error.name] ?? error.error_description ?? 'The request was not understood.',
  });
};
