import { z } from 'zod';
import { listAuditLog } from '../../../actions/organization/read-audit-log.ts';
import type { AuditEntry } from '../../../inspections/records/organization.ts';
import { answerPage } from '../../answer.ts';
import type { Context, Router } from '../../context.ts';
import { pageQuery, presentPage } from '../../paging.ts';
import { page, refusals } from '../../schemas/common.ts';
import { AuditEntryAnswer } from '../../schemas/organization/audit-log.ts';

const present = (entry: AuditEntry) => ({
  id: entry.id,
  action: entry.action,
  actor_id: entry.actor_id,
  inspection_id: entry.inspection_id,
  details: entry.details,
  created_at: entry.created_at,
  completed_at: entry.completed_at,
});

export const auditLogRoutes = (app: Router, { links }: Context) => {
  app.get(
    '/audit_log',
    {
      schema: {
        tags: ['Organization'],
        summary:
          'List what was erased, changes of how long inspections are kept, whether models may learn from them and which damage model judges them, and who asked for originals',
        description: 'Newest first. Needs the permission organization:manage.',
        querystring: z.object(pageQuery),
        response: { 200: page(AuditEntryAnswer), ...refusals(403, 422) },
      },
    },
    async (request, reply) => {
      const found = await listAuditLog(request.actor, request.query, request.ports);
      const { origin } = links(request);
      const shown = presentPage(request, origin, found.list, request.query, found.page, present);
      return answerPage(request, reply, 'auditEntries', shown);
    },
  );
};
