import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DecideContest } from '@walkaround/sdk';
import { useClient } from '../client.ts';
import { useWords } from '../language.tsx';
import { useNotices } from '../shell/notices.tsx';

/** Under the key of the inspection: each step is an event of it. */
export const useContests = (inspectionId: string) => {
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['inspection', inspectionId, 'contests'],
    queryFn: ({ signal }) => client.contests.getMany(inspectionId, {}, { signal }),
  });
  return { contests: data?.result.map((id) => data.entities.contests[id]!) ?? [], error, refetch };
};

/** Whoever comes second is told so, and sees what the first one decided. */
export const useDecide = (inspectionId: string, contestId: string) => {
  const { contests: say } = useWords();
  const client = useClient();
  const queries = useQueryClient();
  const { tell, tellError } = useNotices();
  return useMutation({
    mutationFn: (decision: DecideContest) => client.contests.decideOne(inspectionId, contestId, decision),
    onSuccess: (_, { state }) => tell({ text: state === 'accepted' ? say.acceptedNow : say.rejectedNow }),
    onError: tellError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['inspection', inspectionId] }),
  });
};

/** Of somebody without an account. If it was decided in the meantime, they see that. */
export const useWithdraw = (link: string, contestId: string) => {
  const { contests: say } = useWords();
  const client = useClient();
  const queries = useQueryClient();
  const { tell, tellError } = useNotices();
  return useMutation({
    mutationFn: () => client.shared.withdrawOne(link, contestId),
    onSuccess: () => tell({ text: say.withdrawnNow }),
    onError: tellError,
    onSettled: () => queries.invalidateQueries({ queryKey: ['shared', link] }),
  });
};
