import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Client, One, OrganizationSettings } from '@walkaround/sdk';
import { useClient } from '../client.ts';
import { useWords } from '../language.tsx';
import { useNotices } from './notices.tsx';

const KEY = ['organization'];

const settingsIn = ({ entities, result }: One<'organizationSettings'>): OrganizationSettings =>
  entities.organizationSettings[result]!;

export const useSettings = () => {
  const client = useClient();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.organization.getSettings({ signal }),
    select: settingsIn,
  });
};

/** A change of the settings; what the service answers is shown at once. */
export const useChangeSettings = <Change>(
  change: (organization: Client['organization'], change: Change) => Promise<One<'organizationSettings'>>,
) => {
  const client = useClient();
  const queries = useQueryClient();
  const { settings: say } = useWords();
  const { tell, tellError } = useNotices();
  return useMutation({
    mutationFn: (given: Change) => change(client.organization, given),
    onSuccess: (answer) => {
      queries.setQueryData(KEY, answer);
      tell({ text: say.saved });
    },
    onError: tellError,
  });
};
