import { getTrainingData, listTrainingData } from '../../../actions/organization/read-training-data.ts';
import { answer, answerPage } from '../../answer.ts';
import type { Context, Router } from '../../context.ts';
import { presentPage } from '../../paging.ts';
import { presentTrainingData, presentTrainingInspection } from '../../present/training-data.ts';
import { page, refusals } from '../../schemas/common.ts';
import {
  ListTrainingDataQuery,
  TrainingDataAnswer,
  TrainingInspectionAnswer,
} from '../../schemas/organization/training-data.ts';

const tags = ['Organization'];
const needs = 'Needs the permission organization:manage.';

export const trainingDataRoutes = (app: Router, { links }: Context) => {
  app.get(
    '/organization/training_data',
    {
      schema: {
        tags,
        summary: 'How much models could learn from your approved inspections',
        description: `The setting training_use says whether they may. ${needs}`,
        response: { 200: TrainingDataAnswer, ...refusals(403) },
      },
    },
    async (request, reply) => {
      const found = await getTrainingData(request.actor, {}, request.ports);
      return answer(request, reply, 'trainingData', presentTrainingData(found));
    },
  );

  app.get(
    '/organization/training_data/inspections',
    {
      schema: {
        tags,
        summary: 'List what models can learn from your approved inspections',
        description:
          'Photos with their labels, as people approved and corrected them. Empty until your organization allows it (training_use). ' +
          `npx walkaround dataset export makes a data set of it; docs/running/training-data.md has the rules. ${needs}`,
        querystring: ListTrainingDataQuery,
        response: { 200: page(TrainingInspectionAnswer), ...refusals(403, 422) },
      },
    },
    async (request, reply) => {
      const found = await listTrainingData(request.actor, request.query, request.ports);
      const link = links(request);
      const shown = presentPage(request, link.origin, found.list, request.query, found.page, (one) =>
        presentTrainingInspection(one, request.query.photos, link),
      );
      return answerPage(request, reply, 'trainingInspections', shown);
    },
  );
};
