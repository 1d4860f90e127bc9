import { z } from 'zod';
import { linkToContest, MOST_PHOTOS, openContest } from '../../actions/contests/open-contest.ts';
import { withdrawContest } from '../../actions/contests/withdraw-contest.ts';
import { receiveAttached } from '../../actions/photos/receive-photo.ts';
import type { MinuteCounts } from '../../inspections/minute-counts.ts';
import { networkOf } from '../../inspections/network-of.ts';
import { tooManyRequests } from '../../inspections/problems/requests.ts';
import { answer, NORMALIZED } from '../answer.ts';
import { readFiles } from '../bodies/multipart.ts';
import { whileAwaited } from '../client-gone.ts';
import type { OpenContext, Router } from '../context.ts';
import { presentSharedContest } from '../present/contest.ts';
import { refusals } from '../schemas/common.ts';
import { ContestBody, SharedContestAnswer } from '../schemas/contests.ts';
import { SecretParams, SharedContestParams } from '../schemas/sharing.ts';
import { parserFor } from '../validation.ts';

const parse = parserFor(ContestBody);

/** Of what somebody may read in a minute, this part may be contests. */
const SHARE_OF_REQUESTS = 60;

const countIn = (perMinute: number, counts: MinuteCounts) => (ip: string) => {
  const { count, leftMs } = counts.add(networkOf(ip));
  if (perMinute > 0 && count > Math.ceil(perMinute / SHARE_OF_REQUESTS))
    throw tooManyRequests(Math.max(1, Math.ceil(leftMs / 1000)));
};

/** For people without an account. Whether the link allows it is known before anything is read of what they send. */
export const sharedContestRoutes = (
  app: Router,
  { ports, links }: OpenContext,
  { perMinute, counts }: { perMinute: number; counts: MinuteCounts },
) => {
  const countOne = countIn(perMinute, counts);
  app.post(
    '/shared_inspections/:secret/contests',
    {
      onRequest: async ({ ip }) => countOne(ip),
      schema: {
        tags: ['Sharing'],
        summary: 'Contest a finding of a shared inspection',
        description:
          `As JSON, or as multipart/form-data with a part json and then up to ${MOST_PHOTOS} photos, each under a name of its own. No token is needed. ` +
          'The same contest sent again through the same link answers with the first one. 409 if the link does not allow contesting, its time is over, or an earlier contest of this damage is open.',
        params: SecretParams,
        consumes: ['application/json', 'multipart/form-data'],
        security: [],
        response: {
          201: {
            description: 'The contest.',
            content: {
              'application/json': { schema: SharedContestAnswer },
              [NORMALIZED]: { schema: z.any() },
            },
          },
          ...refusals(400, 404, 409, 413, 415, 422),
        },
      },
      config: { body: ContestBody, upload: ContestBody, file: null },
    },
    async (request, reply) => {
      const link = await linkToContest(request.params, ports);
      const { input: contest, received } = request.isMultipart()
        ? await readFiles(
            request,
            parse,
            (name, source) =>
              receiveAttached(
                { source, name, description: { rotation: 'NO_ROTATION' }, keepOriginal: false },
                whileAwaited(ports, reply),
              ),
            MOST_PHOTOS,
          )
        : { input: parse(request.body ?? {}), received: [] };
      try {
        const opened = await openContest(link, { contest, received }, ports);
        const shown = presentSharedContest(opened, links(request, link));
        return answer(request, reply.code(201), 'contests', shown);
      } finally {
        await Promise.all(received.map((photo) => photo.discard()));
      }
    },
  );

  app.post(
    '/shared_inspections/:secret/contests/:contest_id/withdrawal',
    {
      onRequest: async ({ ip }) => countOne(ip),
      schema: {
        tags: ['Sharing'],
        summary: 'Withdraw a contest',
        description:
          'Only one that was sent through the same link, and only until it is decided (409). No token is needed. The finding can be contested again while the time for that lasts.',
        params: SharedContestParams,
        security: [],
        response: { 200: SharedContestAnswer, ...refusals(400, 404, 409, 413, 415) },
      },
    },
    async (request, reply) => {
      const { link, contest } = await withdrawContest(request.params, ports);
      return answer(request, reply, 'contests', presentSharedContest(contest, links(request, link)));
    },
  );
};
