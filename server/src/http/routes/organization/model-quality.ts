import { readModelQuality } from '../../../actions/organization/read-model-quality.ts';
import { answer } from '../../answer.ts';
import type { Router } from '../../context.ts';
import { presentModelQuality } from '../../present/model-quality.ts';
import { refusals } from '../../schemas/common.ts';
import { ModelQualityAnswer, ModelQualityQuery } from '../../schemas/organization/model-quality.ts';

export const modelQualityRoutes = (app: Router) => {
  app.get(
    '/organization/model_quality',
    {
      schema: {
        tags: ['Organization'],
        summary: 'How models did week by week, by what people made of their finds',
        description:
          'Over your approved inspections, by the week in which they were made. docs/running/watching.md explains the figures. Needs the permission organization:manage.',
        querystring: ModelQualityQuery,
        response: { 200: ModelQualityAnswer, ...refusals(403, 422) },
      },
    },
    async (request, reply) => {
      const quality = await readModelQuality(request.actor, request.query, request.ports);
      return answer(request, reply, 'modelQuality', presentModelQuality(quality));
    },
  );
};
