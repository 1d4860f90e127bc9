import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreateWebhook, PageOptions, Webhook } from '@walkaround/sdk';
import { useClient } from '../client.ts';

const KEY = ['webhooks'];
/** While something is on its way. */
const ASK_MS = 2000;

export const useWebhooks = () => {
  const client = useClient();
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const { result, entities } = await client.webhooks.getMany({ signal });
      return result.map((id) => entities.webhooks[id]!);
    },
  });
};

export const useSaveWebhook = (webhook: Webhook | null) => {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (json: CreateWebhook) => {
      const { entities, result } = webhook
        ? await client.webhooks.updateOne(webhook.id, json)
        : await client.webhooks.createOne(json);
      return entities.webhooks[result]!;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
};

export const useDeleteWebhook = () => {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (webhook: Webhook) => client.webhooks.deleteOne(webhook.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
};

/** The newest come by themselves; older ones are looked at as they are. */
export const useDeliveries = (webhookId: string, page: PageOptions) => {
  const client = useClient();
  return useQuery({
    queryKey: ['deliveries', webhookId, page],
    queryFn: async ({ signal }) => {
      const { result, entities, paging } = await client.deliveries.getManyOfWebhook(
        webhookId,
        { limit: 20, ...page },
        { signal },
      );
      return { deliveries: result.map((id) => entities.deliveries[id]!), next: paging.cursors.next };
    },
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(({ status }) => status === 'pending') ? ASK_MS : ASK_MS * 5,
  });
};

export const useReplay = (webhookId: string) => {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.deliveries.replayOne(id),
    onSettled: () => queries.invalidateQueries({ queryKey: ['deliveries', webhookId] }),
  });
};
