import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Client, type Inspection, type Pdf, type RequestPdf, WalkaroundError } from '@walkaround/sdk';
import { useClient } from '../client.ts';

export type ReportState =
  | { state: 'none' }
  | { state: 'making' }
  | { state: 'failed'; error: WalkaroundError }
  | { state: 'ready'; report: Pdf };

const reportOf = async (client: Client, id: string, signal: AbortSignal): Promise<ReportState> => {
  try {
    const { entities, result } = await client.pdf.getOne(id, { signal });
    return { state: 'ready', report: entities.pdfs[result]! };
  } catch (error) {
    if (error instanceof WalkaroundError && error.code === 'pdf_failed') return { state: 'failed', error };
    throw error;
  }
};

const WITHOUT_REPORT = { none: { state: 'none' }, requested: { state: 'making' } } as const;

/**
 * The inspection says whether there is one to ask for: a browser reports a refusal as an error. So it is asked for after the
 * inspection was read, and with it again.
 */
export const useReport = ({ id, pdfStatus }: Inspection, readAt: number) => {
  const client = useClient();
  const status = pdfStatus ?? 'none';
  const isThere = status === 'ready' || status === 'error';
  const { data, error, refetch } = useQuery({
    queryKey: ['report', id, readAt],
    queryFn: ({ signal }) => reportOf(client, id, signal),
    enabled: isThere,
    placeholderData: (last, query) => (query?.queryKey[1] === id ? last : undefined),
  });
  return isThere ? { data, error, refetch } : { data: WITHOUT_REPORT[status], error: null, refetch };
};

export const useMakeReport = (id: string) => {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wish: RequestPdf) => client.pdf.requestOne(id, wish),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['inspection', id] }),
  });
};
