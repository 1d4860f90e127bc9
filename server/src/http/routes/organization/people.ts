import { z } from 'zod';
import { joinMembers, listMembers } from '../../../actions/organization/join-members.ts';
import {
  deleteSavedFilter,
  listSavedFilters,
  renameSavedFilter,
  saveFilter,
} from '../../../actions/organization/save-filters.ts';
import type { Member, SavedFilter } from '../../../inspections/records/organization.ts';
import { answer, answerNamed } from '../../answer.ts';
import type { Router } from '../../context.ts';
import { answerOnce } from '../../idempotency.ts';
import { Deleted, refusals } from '../../schemas/common.ts';
import {
  MemberAnswer,
  SavedFilterAnswer,
  SavedFilterBody,
  SavedFilterNameBody,
  SavedFilterParams,
} from '../../schemas/organization/people.ts';

const tags = ['Organization'];

const presentMember = ({ user_id, name, seen_at }: Member) => ({ id: user_id, name, seen_at });
const presentFilter = ({ id, name, filter, created_at }: SavedFilter) => ({ id, name, filter, created_at });

export const peopleRoutes = (app: Router) => {
  app.get(
    '/organization/members',
    {
      schema: {
        tags,
        summary: 'List whom inspections can be assigned to',
        description: 'The people of your organization who have joined, by name; at most 1000.',
        response: { 200: z.object({ data: z.array(MemberAnswer) }), ...refusals() },
      },
    },
    async (request, reply) => {
      const data = (await listMembers(request.actor, {}, request.ports)).map(presentMember);
      return answerNamed(request, reply, 'members', data, { data });
    },
  );

  app.put(
    '/organization/members/me',
    {
      schema: {
        tags,
        summary: 'Join the people whom inspections can be assigned to',
        description:
          'Under the name in your token; the console does it for whoever signs in. Who has not joined again for a year is forgotten. Answers the list.',
        response: { 200: z.object({ data: z.array(MemberAnswer) }), ...refusals(400, 413, 415) },
      },
    },
    async (request, reply) => {
      const data = (await joinMembers(request.actor, {}, request.ports)).map(presentMember);
      return answerNamed(request, reply, 'members', data, { data });
    },
  );

  app.get(
    '/saved_filters',
    {
      schema: {
        tags,
        summary: 'List your saved filters',
        response: { 200: z.object({ data: z.array(SavedFilterAnswer) }), ...refusals() },
      },
    },
    async (request, reply) => {
      const data = (await listSavedFilters(request.actor, {}, request.ports)).map(presentFilter);
      return answerNamed(request, reply, 'savedFilters', data, { data });
    },
  );

  app.post(
    '/saved_filters',
    {
      schema: {
        tags,
        summary: 'Save the filters of a list of inspections',
        description: 'Only you see them; at most 50.',
        body: SavedFilterBody,
        response: { 201: SavedFilterAnswer, ...refusals(400, 413, 415, 422) },
      },
    },
    async (request, reply) =>
      answerOnce(
        request,
        reply,
        'savedFilters',
        request.body,
        201,
        (scoped) => saveFilter(request.actor, request.body, scoped),
        presentFilter,
      ),
  );

  app.patch(
    '/saved_filters/:saved_filter_id',
    {
      schema: {
        tags,
        summary: 'Rename a saved filter',
        params: SavedFilterParams,
        body: SavedFilterNameBody,
        response: { 200: SavedFilterAnswer, ...refusals(400, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const input = { ...request.params, ...request.body };
      const renamed = await renameSavedFilter(request.actor, input, request.ports);
      return answer(request, reply, 'savedFilters', presentFilter(renamed));
    },
  );

  app.delete(
    '/saved_filters/:saved_filter_id',
    {
      schema: {
        tags,
        summary: 'Delete a saved filter',
        params: SavedFilterParams,
        response: { 200: Deleted, ...refusals(400, 404, 413, 415) },
      },
    },
    async (request, reply) =>
      answer(
        request,
        reply,
        'savedFilters',
        await deleteSavedFilter(request.actor, request.params, request.ports),
      ),
  );
};
