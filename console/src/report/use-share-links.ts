import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreateShareLink, ShareLink } from '@walkaround/sdk';
import { useClient } from '../client.ts';

const keyOf = (id: string) => ['inspection', id, 'share-links'];

export const isOver = ({ revokedAt, expiresAt }: ShareLink) =>
  revokedAt !== null || Date.parse(expiresAt) <= Date.now();

/** Under the key of the inspection: making and taking back are events of it. */
export const useShareLinks = (id: string) => {
  const client = useClient();
  return useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) => {
      const { result, entities } = await client.shareLinks.getMany(id, { signal });
      return result.map((link) => entities.shareLinks[link]!);
    },
  });
};

export const useShare = (id: string) => {
  const client = useClient();
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: keyOf(id) });
  const make = useMutation({
    mutationFn: async (wish: CreateShareLink) => {
      const { entities, result } = await client.shareLinks.createOne(id, wish);
      return entities.shareLinks[result]!;
    },
    onSettled,
  });
  const revoke = useMutation({
    mutationFn: (link: ShareLink) => client.shareLinks.deleteOne(id, link.id),
    onSettled,
  });
  return { make, revoke };
};
