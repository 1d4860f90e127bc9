import { readUsage, type UsageReport } from '../../../actions/organization/read-usage.ts';
import { answer } from '../../answer.ts';
import type { Router } from '../../context.ts';
import { refusals } from '../../schemas/common.ts';
import { UsageAnswer, UsageQuery } from '../../schemas/organization/usage.ts';

const present = ({ organization_id, from, to, months }: UsageReport) => ({
  id: organization_id,
  from,
  to,
  months: months.map(({ month, inspections, images, tasks, bytes_stored }) => ({
    month,
    inspections,
    images,
    tasks,
    bytes_stored,
  })),
});

export const usageRoutes = (app: Router) => {
  app.get(
    '/usage',
    {
      schema: {
        tags: ['Organization'],
        summary: 'How much your organization has used the service, by month',
        description: 'Erased inspections count too. Requires the permission organization:manage.',
        querystring: UsageQuery,
        response: { 200: UsageAnswer, ...refusals(403, 422) },
      },
    },
    async (request, reply) =>
      answer(
        request,
        reply,
        'usageReports',
        present(await readUsage(request.actor, request.query, request.ports)),
      ),
  );
};
