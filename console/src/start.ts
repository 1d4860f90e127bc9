/** What the service tells the console before anybody has signed in. */
import { WalkaroundError } from '@walkaround/sdk';

export type Start = {
  issuer: string;
  client_id: string;
  scope: string;
  audience: string;
  /** The only origin at which people can sign in; null: any. */
  address: string | null;
  max_image_bytes: number;
  max_image_pixels: number;
};

export const askToStart = async (): Promise<Start> => {
  const response = await fetch('/console.json').catch(() => null);
  if (!response?.ok) throw new WalkaroundError('network_error', 'The service does not answer.');
  return response.json();
};

export const here = () => location.pathname + location.search + location.hash;

const isLoopback = ({ hostname }: { hostname: string }) =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/**
 * Where this page can sign people in, as the identity provider knows the console by one address: here, at that
 * address, or nowhere, because the address is the name of another machine when it is used on this one.
 */
export const signsInAt = ({ address }: Start): 'here' | 'there' | 'nowhere' => {
  // A page for people without an account needs no sign-in.
  if (address === null || address === location.origin || location.pathname.startsWith('/shared/'))
    return 'here';
  const known = new URL(address);
  if (!isLoopback(known)) return 'there';
  if (!isLoopback(location)) return 'nowhere';
  // The built-in provider takes people back to any port of localhost: a console under development has its own.
  return known.port === location.port ? 'there' : 'here';
};
