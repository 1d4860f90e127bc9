import { QueryClient } from '@tanstack/react-query';
import type { Client } from '@walkaround/sdk';
import { createContext, use } from 'react';
import type { PhotoLimits } from './capture/fitted-photo.ts';
import type { Person } from './session.ts';

export const ClientContext = createContext<Client | null>(null);

/** The service, as the person who is signed in. */
export const useClient = (): Client => use(ClientContext)!;

export const PhotoLimitsContext = createContext<PhotoLimits | null>(null);

/** What the service takes of a photo. */
export const usePhotoLimits = (): PhotoLimits => use(PhotoLimitsContext)!;

export const PersonContext = createContext<Person | null>(null);

/** Who is signed in; on a page that is shared with everybody, nobody. */
export const usePerson = (): Person | null => use(PersonContext);

/** What was read is kept here by its key; the SDK itself tries again after a lost connection. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5_000 }, mutations: { retry: false } },
});
