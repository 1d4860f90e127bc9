import { z } from 'zod';
import { listModels } from '../../actions/organization/list-models.ts';
import { answerNamed } from '../answer.ts';
import type { Router } from '../context.ts';
import { refusals } from '../schemas/common.ts';
import { ModelAnswer } from '../schemas/models.ts';

export const modelRoutes = (app: Router) => {
  app.get(
    '/models',
    {
      schema: {
        tags: ['Operations'],
        summary: 'List the models and what their weights may be used for',
        description: 'Their terms are their own, whatever those of the code are.',
        response: { 200: z.object({ data: z.array(ModelAnswer) }), ...refusals() },
      },
    },
    async (request, reply) => {
      const terms = await listModels(request.actor, request.ports);
      const data = terms.map(({ name, version, licence, use }) => ({ id: name, version, licence, use }));
      return answerNamed(request, reply, 'models', data, { data });
    },
  );
};
