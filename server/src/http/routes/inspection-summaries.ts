import { summarizeInspections } from '../../actions/inspections/list-inspections.ts';
import { answerPage } from '../answer.ts';
import type { Context, Router } from '../context.ts';
import { presentPage } from '../paging.ts';
import { presentInspectionSummary } from '../present/inspection-summary.ts';
import { page, refusals } from '../schemas/common.ts';
import { InspectionSummariesQuery } from '../schemas/inspection-queries.ts';
import { InspectionSummaryAnswer } from '../schemas/inspection-summaries.ts';

export const inspectionSummaryRoutes = (app: Router, { links }: Context) => {
  app.get(
    '/inspections/summaries',
    {
      schema: {
        tags: ['Inspections'],
        summary: 'List inspections in brief',
        description: 'A short form for lists: vehicle, counts, worst severity and a thumbnail.',
        querystring: InspectionSummariesQuery,
        response: { 200: page(InspectionSummaryAnswer), ...refusals(403, 422) },
      },
    },
    async (request, reply) => {
      const found = await summarizeInspections(request.actor, request.query, request.ports);
      const link = links(request);
      const shown = presentPage(request, link.origin, found.list, request.query, found.page, (row) =>
        presentInspectionSummary(row, link),
      );
      return answerPage(request, reply, 'inspections', shown);
    },
  );
};
