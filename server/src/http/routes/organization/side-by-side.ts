import { listDiffering, readSideBySide } from '../../../actions/organization/read-side-by-side.ts';
import { answer, answerPage } from '../../answer.ts';
import type { Context, Router } from '../../context.ts';
import { presentPage } from '../../paging.ts';
import { presentDiffering, presentSideBySide } from '../../present/side-by-side.ts';
import { page, refusals } from '../../schemas/common.ts';
import {
  DifferingPhotoAnswer,
  ListDifferingQuery,
  SideBySideAnswer,
} from '../../schemas/organization/side-by-side.ts';

const tags = ['Organization'];
const needs = 'docs/running/models-in-use.md explains it. Needs the permission organization:manage.';

export const sideBySideRoutes = (app: Router, { links }: Context) => {
  app.get(
    '/organization/side_by_side',
    {
      schema: {
        tags,
        summary: 'How a version of the damage model that looks along compares with the one that judges',
        description: needs,
        response: { 200: SideBySideAnswer, ...refusals(403) },
      },
    },
    async (request, reply) => {
      const found = await readSideBySide(request.actor, {}, request.ports);
      return answer(request, reply, 'sideBySides', presentSideBySide(found));
    },
  );

  app.get(
    '/organization/side_by_side/photos',
    {
      schema: {
        tags,
        summary: 'List the photos on which the two versions differ',
        description: `With what each finds there. ${needs}`,
        querystring: ListDifferingQuery,
        response: { 200: page(DifferingPhotoAnswer), ...refusals(403, 422) },
      },
    },
    async (request, reply) => {
      const found = await listDiffering(request.actor, request.query, request.ports);
      const link = links(request);
      const shown = presentPage(request, link.origin, found.list, request.query, found.page, (one) =>
        presentDiffering(one, link),
      );
      return answerPage(request, reply, 'differingPhotos', shown);
    },
  );
};
