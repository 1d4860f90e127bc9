/** The built-in provider's own pages: plain HTML that works without a script and is safe to show anyone. */
import { hash } from 'node:crypto';
import type { Context } from 'oidc-provider';
import { fill } from '../../../../vocabulary/sentences.ts';
import { PAGE_STYLE } from './page-style.ts';
import type { PageWords } from './page-words.ts';

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const BRAND = `<p class="brand"><svg viewBox="0 0 34 34" fill="none" aria-hidden="true"><circle cx="17" cy="17" r="15" stroke="currentColor" stroke-width="2.5" stroke-dasharray="72 22" stroke-linecap="round" transform="rotate(-58 17 17)"/><path d="M8.5 20.5v-2.6l2.2-.8 2.1-4h7.4l2.9 4 2.9 1v2.4h-2m-4 0h-6.4m-3.5 0H8.5" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/><circle cx="12.2" cy="20.8" r="1.9" stroke="currentColor" stroke-width="2"/><circle cx="21.9" cy="20.8" r="1.9" stroke="currentColor" stroke-width="2"/></svg>Walkaround</p>`;

/** Browsers apply form-action to the redirects that follow a form, so the app's address must be in it. */
const formTarget = (returnsTo: unknown): string => {
  const url = typeof returnsTo === 'string' ? URL.parse(returnsTo) : null;
  if (url === null) return '';
  return url.origin === 'null' ? ` ${url.protocol}` : ` ${url.origin}`;
};

const STYLE_HASH = hash('sha256', PAGE_STYLE, 'base64');

type Page = {
  status: number;
  language: PageWords['language'];
  title: string;
  content: string;
  returnsTo?: unknown;
};

export const showPage = (ctx: Context, { status, language, title, content, returnsTo }: Page): void => {
  ctx.status = status;
  ctx.set(
    'content-security-policy',
    `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; form-action 'self'${formTarget(returnsTo)}; frame-ancestors 'none'; base-uri 'none'`,
  );
  ctx.set('x-frame-options', 'DENY');
  ctx.set('x-content-type-options', 'nosniff');
  ctx.set('referrer-policy', 'same-origin');
  ctx.set('cache-control', 'no-store');
  ctx.type = 'html';
  ctx.body = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title)} · Walkaround</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
${BRAND}
${content}
</main>
</body>
</html>
`;
};

type Say = PageWords['say'];

type LoginPage = {
  say: Say;
  clientName: string;
  email: string;
  problem: string | null;
  demo: { email: string; whereIsThePassword: string } | null;
};

export const loginContent = ({ say, clientName, email, problem, demo }: LoginPage): string => {
  const marks = problem ? ' aria-invalid="true" aria-describedby="problem"' : '';
  const focus = (here: boolean) => (here ? ' autofocus' : '');
  return `<section class="card">
<h1>${say.sign_in}</h1>
<p class="lead">${fill(say.to_continue, { app: escapeHtml(clientName) })}</p>
${problem ? `<p class="alarm" role="alert" id="problem">${escapeHtml(problem)}</p>` : ''}
<form method="post">
<label for="email">${say.email}</label>
<input id="email" name="email" type="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254" required value="${escapeHtml(email)}"${marks}${focus(email === '')}>
<label for="password">${say.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="1024" required${marks}${focus(email !== '')}>
<button type="submit">${say.sign_in}</button>
<button class="quiet" type="submit" name="cancel" value="yes" formnovalidate>${say.cancel}</button>
</form>
</section>
${
  demo
    ? `<aside class="note"><h2>${say.trying}</h2>
<p>${fill(say.demo, { email: `<strong>${escapeHtml(demo.email)}</strong>`, file: `<code>${escapeHtml(demo.whereIsThePassword)}</code>` })}</p></aside>`
    : ''
}`;
};

/** `code`: a line with the code of the error, for whoever is asked about it. */
export const messageContent = (title: string, text: string, code?: string): string => `<section class="card">
<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(text)}</p>
${code ? `<p>${escapeHtml(code)}</p>` : ''}
</section>`;

/** The form comes from the provider and holds only its guard against forged requests. */
export const logoutContent = (say: Say, form: string): string => `<section class="card">
<h1>${say.sign_out_question}</h1>
<p class="lead">${say.sign_out_why}</p>
${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>${say.sign_out}</button>
<button class="quiet" type="submit" form="op.logoutForm">${say.stay}</button>
</section>`;
