/** Who uses the console: sign-in by OpenID Connect, and sign-in again without leaving the page. */
import { type Client, createClient, WalkaroundError } from '@walkaround/sdk';
import { ErrorResponse, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';

type SignIn = { issuer: string; client_id: string; scope: string; audience: string };

export type Person = { name: string; id: string; permissions: string[] };

export type Session = {
  person: Person | null;
  client: Client;
  signIn(): Promise<void>;
  signOut(): Promise<void>;
  /** Called when the session has ended and a person is needed; requests wait until `signInAgain` has succeeded. */
  onEnded(listener: (ended: boolean) => void): () => void;
  signInAgain(): Promise<void>;
};

const askForSettings = async (): Promise<SignIn> => {
  const response = await fetch('/console.json').catch(() => null);
  if (!response?.ok) throw new WalkaroundError('network_error', 'The service does not answer.');
  return response.json();
};

const managerOf = ({ issuer, client_id, scope, audience }: SignIn) =>
  new UserManager({
    authority: issuer,
    client_id,
    scope,
    redirect_uri: `${location.origin}/callback`,
    post_logout_redirect_uri: `${location.origin}/`,
    extraQueryParams: { audience },
    userStore: new WebStorageStateStore({ store: sessionStorage }),
    monitorSession: false,
    automaticSilentRenew: false,
  });

/** The permissions are in the access token; an opaque one of another provider has none to show. */
const permissionsIn = (token: string): string[] => {
  try {
    const body = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    const { permissions, scope } = JSON.parse(atob(body));
    return permissions ?? scope?.split(' ') ?? [];
  } catch {
    return [];
  }
};

const personOf = ({ profile, access_token }: User): Person => ({
  name: profile.name ?? profile.email ?? profile.sub,
  id: profile.sub,
  permissions: permissionsIn(access_token),
});

const here = () => location.pathname + location.search + location.hash;

const goOn = (state: unknown) => location.replace(typeof state === 'string' ? state : '/');

const NEEDS_A_PERSON = ['login_required', 'interaction_required', 'consent_required'];

/** Comes back from the sign-in page: in the window that left for it, or in the small one that was opened for it. */
export const finishSignIn = async () => {
  const manager = managerOf(await askForSettings());
  try {
    const user = await manager.signinCallback();
    if (user) goOn(user.state);
  } catch (error) {
    if (!(error instanceof ErrorResponse && NEEDS_A_PERSON.includes(error.error!))) throw error;
    goOn(error.state);
  }
};

const ASKED = 'walkaround-asked-provider';

/** Once for each tab: whoever is signed in in another one is so here too, without a click. */
const signInQuietly = async (manager: UserManager) => {
  if (sessionStorage.getItem(ASKED) || location.pathname.startsWith('/shared/')) return;
  sessionStorage.setItem(ASKED, 'yes');
  // A provider that does not answer is met again by the button.
  await manager.signinRedirect({ state: here(), prompt: 'none', redirectMethod: 'replace' }).catch(() => {});
};

/** The built-in provider knows the console by the name localhost, not by the numbers that mean the same. */
const useKnownName = ({ issuer }: SignIn) => {
  const known = new URL(issuer);
  if (!['127.0.0.1', '[::1]'].includes(location.hostname) || known.hostname !== 'localhost') return;
  if (known.port === location.port) location.hostname = known.hostname;
};

export const startSession = async (): Promise<Session> => {
  const settings = await askForSettings();
  useKnownName(settings);
  const manager = managerOf(settings);
  const listeners = new Set<(ended: boolean) => void>();
  const tell = (ended: boolean) => {
    for (const listener of listeners) listener(ended);
  };

  let renewing: Promise<string> | undefined;
  let back: ((token: string) => void) | undefined;
  /** By the refresh token; when that has ended too, by asking the person, while the page stays as it is. */
  const renew = async (): Promise<string> => {
    const renewed = await manager.signinSilent().catch(() => null);
    if (renewed && !renewed.expired) return renewed.access_token;
    return new Promise((resolve) => {
      back = resolve;
      tell(true);
    });
  };
  const renewOnce = () => {
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    return renewing;
  };

  const getToken = async ({ expired }: { expired: boolean }) => {
    const user = await manager.getUser();
    return !expired && user && !user.expired ? user.access_token : renewOnce();
  };
  const user = await manager.getUser();
  if (!user) await signInQuietly(manager);
  return {
    person: user ? personOf(user) : null,
    client: createClient({ baseUrl: location.origin, getToken }),
    signIn: () => manager.signinRedirect({ state: here() }),
    signOut: () => manager.signoutRedirect(),
    onEnded: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    signInAgain: async () => {
      const { access_token } = await manager.signinPopup();
      tell(false);
      back?.(access_token);
    },
  };
};
