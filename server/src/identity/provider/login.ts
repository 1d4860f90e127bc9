/** The login page: shows it, checks the password, sends the person back to the app. */
import type { IncomingMessage } from 'node:http';
import { relative } from 'node:path';
import type { Context, Interaction, InteractionResult, Middleware, Provider } from 'oidc-provider';
import { fill } from '../../../../vocabulary/sentences.ts';
import type { Accounts } from './accounts.ts';
import { findByEmail, hasPassword } from './accounts.ts';
import { knownBrowser, rememberBrowser } from './known-browsers.ts';
import type { LoginAttempts } from './login-attempts.ts';
import { type PageWords, wordsFor } from './page-words.ts';
import { loginContent, showPage } from './pages.ts';
import { createPasswordLine } from './password-line.ts';
import { refuse } from './refusal.ts';

const MAX_FORM_BYTES = 16 * 1024;
/** The longest line of passwords takes about so long. */
const BUSY_SECONDS = 5;

type Sent = IncomingMessage & { clientIp?: string };
type Problem = 'wrong' | 'too_many' | 'busy';
type Shown = { status?: number; email: string; problem?: Problem; waitSeconds?: number };

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

const nearPath = (passwordFile: string): string => {
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
  /** Where the data folder lies is the operator's business: only a service on one's own machine tells. */
  const demoIn = ({ say }: PageWords) =>
    accounts.demo && {
      email: accounts.demo.account.email,
      whereIsThePassword: isLocal ? nearPath(accounts.demo.passwordFile) : say.in_data_folder,
    };

  const show = (
    ctx: Context,
    { params }: Interaction,
    { status = 200, email, problem, waitSeconds = 0 }: Shown,
  ) => {
    if (waitSeconds > 0) ctx.set('retry-after', String(waitSeconds));
    const words = wordsFor(ctx, params.ui_locales);
    const { language, say } = words;
    const content = loginContent({
      say,
      clientName: clientNames.get(String(params.client_id)) ?? say.the_app,
      email,
      problem: problem ? fill(say[problem], { seconds: waitSeconds }) : null,
      demo: demoIn(words),
    });
    showPage(ctx, { status, language, title: say.sign_in, content, returnsTo: params.redirect_uri });
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
      return refuse(ctx, { status: 413, code: 'too_large', title: 'failed', message: 'form_too_large' });
    }
    if (form.has('cancel'))
      return finish(ctx, { error: 'access_denied', error_description: 'The sign-in was canceled.' });
    const email = (form.get('email') ?? '').slice(0, 254);
    const account = findByEmail(accounts.accounts, email);
    const browser = account ? knownBrowser(ctx, account.id) : null;
    const attempt = { email, address: request.clientIp ?? '', browser };
    const waitSeconds = attempts.take(attempt);
    if (waitSeconds > 0)
      return show(ctx, interaction, { status: 429, email, problem: 'too_many', waitSeconds });
    const matches = await inLine(
      browser !== null,
      async () => !request.socket.destroyed && hasPassword(account, form.get('password') ?? ''),
    );
    if (matches === null)
      return show(ctx, interaction, { status: 503, email, problem: 'busy', waitSeconds: BUSY_SECONDS });
    if (!matches || account === undefined)
      return show(ctx, interaction, { status: 422, email, problem: 'wrong' });
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
