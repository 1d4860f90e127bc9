import { z } from 'zod';
import {
  changeSeverity,
  createSeverity,
  deleteSeverity,
  getSeverity,
  listSeverities,
  type PricedSeverity,
} from '../../../actions/corrections/correct-severity.ts';
import { listSeverityCorrections } from '../../../actions/corrections/read-corrections.ts';
import type { Ports } from '../../../inspections/ports/ports.ts';
import { answer, answerNamed } from '../../answer.ts';
import type { Router } from '../../context.ts';
import { answerOnce } from '../../idempotency.ts';
import { presentSeverity } from '../../present/findings.ts';
import { Deleted, InspectionParams, refusals } from '../../schemas/common.ts';
import { SeverityAnswer, SeverityBody, SeverityChangeBody } from '../../schemas/findings/findings.ts';
import { CorrectionAnswer } from '../../schemas/findings/pricing.ts';

const tags = ['Severity'];
const SeverityParams = InspectionParams.extend({ severity_id: z.string() });
const path = '/inspections/:inspection_id/severity_pricing';

const presented = ({ severity, pricing }: PricedSeverity) => presentSeverity(severity, pricing);

export const severityRoutes = (app: Router) => {
  app.post(
    path,
    {
      schema: {
        tags,
        summary: 'Give a part a severity and a price',
        params: InspectionParams,
        body: SeverityBody,
        response: { 201: SeverityAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const asked = { ...request.params, ...request.body };
      const create = (scoped: Ports) => createSeverity(request.actor, asked, scoped);
      return answerOnce(request, reply, 'severityResults', request.body, 201, create, presented);
    },
  );

  app.get(
    path,
    {
      schema: {
        tags,
        summary: 'List the severities',
        params: InspectionParams,
        response: { 200: z.object({ data: z.array(SeverityAnswer) }), ...refusals(404) },
      },
    },
    async (request, reply) => {
      const data = (await listSeverities(request.actor, request.params, request.ports)).map(presented);
      return answerNamed(request, reply, 'severityResults', data, { data });
    },
  );

  app.get(
    `${path}/:severity_id`,
    {
      schema: {
        tags,
        summary: 'Get a severity',
        params: SeverityParams,
        response: { 200: SeverityAnswer, ...refusals(404) },
      },
    },
    async (request, reply) =>
      answer(
        request,
        reply,
        'severityResults',
        presented(await getSeverity(request.actor, request.params, request.ports)),
      ),
  );

  app.patch(
    `${path}/:severity_id`,
    {
      schema: {
        tags,
        summary: 'Change a severity',
        description:
          'Sets the given members; null clears a member. The entry then counts as set by a person.',
        params: SeverityParams,
        body: SeverityChangeBody,
        response: { 200: SeverityAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const change = { ...request.params, change: request.body };
      const severity = await changeSeverity(request.actor, change, request.ports);
      return answer(request, reply, 'severityResults', presented(severity));
    },
  );

  app.get(
    `${path}/:severity_id/history`,
    {
      schema: {
        tags,
        summary: 'Who changed a severity, from what to what',
        params: SeverityParams,
        response: { 200: z.object({ data: z.array(CorrectionAnswer) }), ...refusals(404) },
      },
    },
    async (request, reply) => {
      const data = await listSeverityCorrections(request.actor, request.params, request.ports);
      return answerNamed(request, reply, 'corrections', data, { data });
    },
  );

  app.delete(
    `${path}/:severity_id`,
    {
      schema: {
        tags,
        summary: 'Delete a severity',
        description:
          'A deleted entry of the service does not come back. A deleted entry of a person is replaced by the entry of the service.',
        params: SeverityParams,
        response: { 200: Deleted, ...refusals(400, 403, 404, 413, 415) },
      },
    },
    async (request, reply) =>
      answer(
        request,
        reply,
        'severityResults',
        await deleteSeverity(request.actor, request.params, request.ports),
      ),
  );
};
