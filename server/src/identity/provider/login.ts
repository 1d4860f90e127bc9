/** The login page: shows it, checks the password, sends the person back to the app. */
import type { IncomingMessage } from 'node:http';
import { relative } from 'node:path';
import type { Context, Interaction, InteractionResult, Middleware, Provider } from 'oidc-provider';
import type { Accounts } from './accounts.ts';
import { findByEmail, hasPassword } from './accounts.ts';
import { knownBrowser, rememberBrowser } from './known-browsers.ts';
import type { LoginAttempts } from './login-attempts.ts';
import { loginContent, showPage } from './pages.ts';
import { createPasswordLine } from './password-line.ts';
import { refuse } from './refusal.ts';

const MAX_FORM_BYTES = 16 * 1024;
/** The longest line of passwords takes about so long. */
const BUSY_SECONDS = 5;

type Sent = IncomingMessage & { clientIp?: string };
type Shown = { status?: number; email: string; problem?: string | null; waitSeconds?: number };

const readForm = async (request: IncomingMessage): Promise<URLSearchParams | null> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_FORM_BYTES) return null;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
};

/** Where the data folder lies is the operator's business: only a service on one's own machine tells. */
const whereIsThePassword = (passwordFile: string, isLocal: boolean): string => {
  if (!isLocal) return 'identity/demo-password.txt in the data folder';
  const near = relative(process.cwd(), passwordFile);
  return near.startsWith('..') ? passwordFile : near;
};

type LoginOptions = { accounts: Accounts; attempts: LoginAttempts; isLocal: boolean };

export const createLogin = (
  provider: Provider,
  { accounts, attempts, isLocal }: LoginOptions,
): Middleware => {
  const inLine = createPasswordLine();
  const path = new URL(provider.issuer).pathname;
  const clientNames = new Map(accounts.clients.map(({ id, name }) => [id, name]));
  const demo = accounts.demo && {
    email: accounts.demo.account.email,
    whereIsThePassword: whereIsThePassword(accounts.demo.passwordFile, isLocal),
  };

  const show = (
    ctx: Context,
    { params }: Interaction,
    { status = 200, email, problem = null, waitSeconds }: Shown,
  ) => {
    if (waitSeconds !== undefined) ctx.set('retry-after', String(waitSeconds));
    const clientName = clientNames.get(String(params.client_id)) ?? 'the app';
    const content = loginContent({ clientName, email, problem, demo });
    showPage(ctx, { status, title: 'Sign in', content, returnsTo: params.redirect_uri });
  };

  const finish = async (ctx: Context, result: InteractionResult) => {
    ctx.status = 303;
    ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result));
  };

  const submit = async (ctx: Context, interaction: Interaction) => {
    const request: Sent = ctx.req;
    const form = await readForm(request);
    if (form === null) {
      ctx.set('connection', 'close');
      const message = 'The form is too large. Go back and try again.';
      return refuse(ctx, { status: 413, code: 'too_large', title: 'This did not work', message });
    }
    if (form.has('cancel'))
      return finish(ctx, { error: 'access_denied', error_description: 'The sign-in was canceled.' });
    const email = (form.get('email') ?? '').slice(0, 254);
    const account = findByEmail(accounts.accounts, email);
    const browser = account ? knownBrowser(ctx, account.id) : null;
    const attempt = { email, address: request.clientIp ?? '', browser };
    const waitSeconds = attempts.take(attempt);
    if (waitSeconds > 0) {
      const problem = `There were too many attempts to sign in. Wait ${waitSeconds} seconds, then try again.`;
      return show(ctx, interaction, { status: 429, email, problem, waitSeconds });
    }
    const matches = await inLine(
      browser !== null,
      async () => !request.socket.destroyed && hasPassword(account, form.get('password') ?? ''),
    );
    if (matches === null) {
      const problem = `Too many people are signing in at this moment. Wait ${BUSY_SECONDS} seconds, then try again.`;
      return show(ctx, interaction, { status: 503, email, problem, waitSeconds: BUSY_SECONDS });
    }
    if (!matches || account === undefined) {
      const problem = 'The email or the password is not right. Check both and try again.';
      return show(ctx, interaction, { status: 422, email, problem });
    }
    attempts.succeeded(attempt);
    if (browser === null) rememberBrowser(ctx, account.id, path);
    return finish(ctx, { login: { accountId: account.id } });
  };

  return async (ctx, next) => {
    if (!ctx.path.startsWith('/interaction/')) return next();
    const interaction = await provider.interactionDetails(ctx.req, ctx.res);
    if (ctx.method === 'POST') return submit(ctx, interaction);
    // The apps in accounts.json are the operator's own: a person has nothing to consent to.
    if (interaction.prompt.name === 'consent') return finish(ctx, { consent: {} });
    const hint = interaction.prompt.details.login_hint;
    return show(ctx, interaction, { email: typeof hint === 'string' ? hint : '' });
  };
};
