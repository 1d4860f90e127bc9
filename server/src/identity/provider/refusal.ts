/** What the built-in provider answers when it cannot go on: JSON to programs, a page to people in their language. */
import type { Context } from 'oidc-provider';
import { errors } from 'oidc-provider';
import { fill } from '../../../../vocabulary/sentences.ts';
import { type PageWords, wordsFor } from './page-words.ts';
import { messageContent, showPage } from './pages.ts';
import english from './words/en.json' with { type: 'json' };

type Sentence = keyof PageWords['say'];
/** `described`: what the protocol says of it, in English, where no sentence is ours. */
type Refusal = { status: number; code: string; title: Sentence; message: Sentence; described?: string };

export const refuse = (ctx: Context, { status, code, title, message, described }: Refusal): void => {
  if (ctx.accepts('json', 'html') !== 'html') {
    const sentence = described ?? english[message];
    ctx.status = status;
    ctx.set('cache-control', 'no-store');
    ctx.body = { error: code, error_description: sentence, message: sentence };
    return;
  }
  const { language, say } = wordsFor(ctx);
  const sentence = language === 'en' ? (described ?? say[message]) : say[message];
  const content = messageContent(say[title], sentence, fill(say.error_code, { code }));
  showPage(ctx, { status, language, title: say[title], content });
};

const CURED = ['SessionNotFound', 'InvalidRedirectUri', 'InvalidClient'] as const;

/** For errors of the protocol; anything else is a fault of ours and tells the caller nothing. */
export const refuseFor = (ctx: Context, error: Error): void => {
  if (!(error instanceof errors.OIDCProviderError)) {
    refuse(ctx, { status: 500, code: 'server_error', title: 'wrong_service', message: 'wrong_service_why' });
    return;
  }
  const cure = CURED.find((name) => name === error.name);
  refuse(ctx, {
    status: error.statusCode,
    code: error.error,
    title: 'failed',
    message: cure ?? 'not_understood',
    ...(!cure && error.error_description && { described: error.error_description }),
  });
};
