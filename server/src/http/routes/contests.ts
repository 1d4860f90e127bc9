import { z } from 'zod';
import { decideContest, getContest, listContests } from '../../actions/contests/decide-contest.ts';
import { answer, answerNamed } from '../answer.ts';
import type { Context, Router } from '../context.ts';
import { presentContest } from '../present/contest.ts';
import { InspectionParams, refusals } from '../schemas/common.ts';
import { ContestAnswer, ContestParams, ContestsQuery, DecisionBody } from '../schemas/contests.ts';

const tags = ['Sharing'];
const path = '/inspections/:inspection_id/contests';

/** For the organization. What somebody with a link does is in shared-contests.ts. */
export const contestRoutes = (app: Router, { links }: Context) => {
  app.get(
    path,
    {
      schema: {
        tags,
        summary: 'List the contests of an inspection',
        description:
          'Oldest first. GET /inspections?contested=true lists the inspections with open contests.',
        params: InspectionParams,
        querystring: ContestsQuery,
        response: { 200: z.object({ data: z.array(ContestAnswer) }), ...refusals(404, 422) },
      },
    },
    async (request, reply) => {
      const input = { ...request.params, ...request.query };
      const found = await listContests(request.actor, input, request.ports);
      const link = links(request);
      const data = found.map((contest) => presentContest(contest, link));
      return answerNamed(request, reply, 'contests', data, { data });
    },
  );

  app.get(
    `${path}/:contest_id`,
    {
      schema: {
        tags,
        summary: 'Get a contest',
        params: ContestParams,
        response: { 200: ContestAnswer, ...refusals(404) },
      },
    },
    async (request, reply) => {
      const contest = await getContest(request.actor, request.params, request.ports);
      return answer(request, reply, 'contests', presentContest(contest, links(request)));
    },
  );

  app.post(
    `${path}/:contest_id/decision`,
    {
      schema: {
        tags,
        summary: 'Decide a contest',
        description:
          'Once: whoever comes second is told who decided (409). To remove the damage withdraws the validation of the inspection, like every change of findings.',
        params: ContestParams,
        body: DecisionBody,
        response: { 200: ContestAnswer, ...refusals(400, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const input = { ...request.params, ...request.body };
      const decided = await decideContest(request.actor, input, request.ports);
      return answer(request, reply, 'contests', presentContest(decided, links(request)));
    },
  );
};
