import { z } from 'zod';
import { compareWithRelated } from '../../actions/inspections/compare-inspections.ts';
import { decideComparison } from '../../actions/inspections/decide-comparison.ts';
import { answer } from '../answer.ts';
import type { Context, Router } from '../context.ts';
import { presentComparison } from '../present/comparison.ts';
import { InspectionParams, refusals } from '../schemas/common.ts';
import { ComparisonAnswer, DecisionBody } from '../schemas/comparison.ts';

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

  app.post(
    '/inspections/:inspection_id/comparison/decisions',
    {
      schema: {
        tags: ['Inspections'],
        summary: 'Decide what the photos leave undecided',
        description:
          'A person says of an unknown damage whether it is new, existing or gone. The answer is the comparison with the decision in it. ' +
          'Who decided, and when, stands in the history of the later inspection. 409 when the photos tell, or there is nothing to compare.',
        params: InspectionParams,
        body: DecisionBody,
        response: { 200: ComparisonAnswer, ...refusals(400, 403, 404, 409, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const input = { ...request.params, ...request.body };
      const comparison = await decideComparison(request.actor, input, request.ports);
      const shown = presentComparison(request.params.inspection_id, comparison, links(request));
      return answer(request, reply, 'comparisons', shown);
    },
  );
};
