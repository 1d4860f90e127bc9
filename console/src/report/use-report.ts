import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Client, type Pdf, type RequestPdf, WalkaroundError } from '@walkaround/sdk';
import { useClient } from '../client.ts';

export type ReportState =
  | { state: 'none' }
  | { state: 'making' }
  | { state: 'failed'; error: WalkaroundError }
  | { state: 'ready'; report: Pdf };

/** Events tell when it is made; asking is for those that a proxy holds back. */
const ASK_MS = 3000;

const stateOf = async (client: Client, id: string, signal: AbortSignal): Promise<ReportState> => {
  try {
    const { entities, result } = await client.pdf.getOne(id, { signal });
    return { state: 'ready', report: entities.pdfs[result]! };
  } catch (error) {
    if (!(error instanceof WalkaroundError)) throw error;
    if (error.code === 'pdf_not_requested') return { state: 'none' };
    if (error.code === 'pdf_in_progress') return { state: 'making' };
    if (error.code === 'pdf_failed') return { state: 'failed', error };
    throw error;
  }
};

/** Under the key of the inspection, so that whatever happens to that has it read again. */
export const useReport = (id: string) => {
  const client = useClient();
  return useQuery({
    queryKey: ['inspection', id, 'report'],
    queryFn: ({ signal }) => stateOf(client, id, signal),
    refetchInterval: ({ state }) => state.data?.state === 'making' && ASK_MS,
  });
};

export const useMakeReport = (id: string) => {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wish: RequestPdf) => client.pdf.requestOne(id, wish),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['inspection', id] }),
  });
};
