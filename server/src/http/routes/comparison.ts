import { z } from 'zod';
import { compareWithRelated } from '../../actions/inspections/compare-inspections.ts';
import { answer } from '../answer.ts';
import type { Context, Router } from '../context.ts';
import { presentComparison } from '../present/comparison.ts';
import { InspectionParams, refusals } from '../schemas/common.ts';
import { ComparisonAnswer } from '../schemas/comparison.ts';

export const comparisonRoutes = (app: Router, { links }: Context) => {
  app.get(
    '/inspections/:inspection_id/comparison',
    {
      schema: {
        tags: ['Inspections'],
        summary: 'Compare with the related inspection',
        description:
          'Every damage of this inspection and of its related_inspection_id: new, existing or gone, with the views of both sides; ' +
          'or unknown, with the reason. 409 when there is no related inspection to compare with. How: docs/comparison.md.',
        params: InspectionParams,
        querystring: z.object({
          related_inspection_id: z.string().optional().describe('Compare with this one instead.'),
        }),
        response: { 200: ComparisonAnswer, ...refusals(404, 409, 422) },
      },
    },
    async (request, reply) => {
      const comparison = await compareWithRelated(
        request.actor,
        { ...request.params, ...request.query },
        request.ports,
      );
      const shown = presentComparison(request.params.inspection_id, comparison, links(request));
      return answer(request, reply, 'comparisons', shown);
    },
  );
};
