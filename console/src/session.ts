/** Who uses the console: sign-in by OpenID Connect, and sign-in again without leaving the page. */
import { type Client, createClient } from '@walkaround/sdk';
import { ErrorResponse, type User, UserManager, WebStorageStateStore } from 'oidc-client-ts';
import type { PhotoLimits } from './capture/fitted-photo.ts';
import { sha256 } from './sha-256.ts';
import { askToStart, here, type Start } from './start.ts';

export type Person = { name: string; id: string; permissions: string[] };

export type Session = {
  person: Person | null;
  client: Client;
  photoLimits: PhotoLimits;
  signIn(): Promise<void>;
  signOut(): Promise<void>;
  /** Called when the session has ended and a person is needed; requests wait until `signInAgain` has succeeded. */
  onEnded(listener: (ended: boolean) => void): () => void;
  signInAgain(): Promise<void>;
};

/** The sign-in needs this one function; on plain http browsers have none, and a trial inside a network is such a place. */
if (!crypto.subtle)
  Object.defineProperty(crypto, 'subtle', {
    value: { digest: async (_: 'SHA-256', data: Uint8Array) => sha256(data).buffer },
  });

const managerOf = ({ issuer, client_id, scope, audience }: Start) =>
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

/** The sign-in page speaks the language of the console, as it is chosen at that moment. */
const inLanguage = () => ({ ui_locales: document.documentElement.lang });

const goOn = (state: unknown) => location.replace(typeof state === 'string' ? state : '/');

const NEEDS_A_PERSON = ['login_required', 'interaction_required', 'consent_required'];

/** Comes back from the sign-in page: in the window that left for it, or in the small one that was opened for it. */
export const finishSignIn = async () => {
  const manager = managerOf(await askToStart());
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

export const startSession = async (start: Start): Promise<Session> => {
  const manager = managerOf(start);
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
    photoLimits: { bytes: start.max_image_bytes, pixels: start.max_image_pixels },
    signIn: () => manager.signinRedirect({ state: here(), ...inLanguage() }),
    signOut: () => manager.signoutRedirect({ extraQueryParams: inLanguage() }),
    onEnded: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    signInAgain: async () => {
      const { access_token } = await manager.signinPopup(inLanguage());
      tell(false);
      back?.(access_token);
    },
  };
};
