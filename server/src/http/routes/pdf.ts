import { getReport, requestReport } from '../../actions/make-report.ts';
import { unsupportedMediaType } from '../../inspections/problem.ts';
import { answer } from '../answer.ts';
import type { Context, Router } from '../context.ts';
import { once } from '../idempotency.ts';
import { InspectionParams, refusals } from '../schemas/common.ts';
import { PdfAnswer, PdfBody, PdfRequestAnswer } from '../schemas/inspections.ts';

const tags = ['PDF report'];

export const pdfRoutes = (app: Router, { ports, links }: Context) => {
  app.post(
    '/inspections/:inspection_id/pdf',
    {
      schema: {
        tags,
        summary: 'Ask for the PDF report',
        description: 'Accepted and recorded. This version has no report writer: reading it then says so.',
        params: InspectionParams,
        body: PdfBody,
        response: { 202: PdfRequestAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
      onRequest: async (request) => {
        if (request.headers['content-type']?.startsWith('multipart/'))
          throw unsupportedMediaType(
            'Uploading a finished PDF is not part of this version. Send JSON to ask for a report.',
          );
      },
    },
    async (request, reply) => {
      const input = { ...request.params, options: request.body };
      const asked = await once(
        request,
        ports,
        request.body,
        202,
        (scoped) => requestReport(request.actor, input, scoped),
        ({ id, inspection_id, status, requested_at }) => ({ id, inspection_id, status, requested_at }),
      );
      return answer(request, reply.code(202), 'pdfs', asked);
    },
  );

  app.get(
    '/inspections/:inspection_id/pdf',
    {
      schema: {
        tags,
        summary: 'Get the PDF report',
        description: '422 until it was asked for and while it is being made; 501 when it cannot be made.',
        params: InspectionParams,
        response: { 200: PdfAnswer, ...refusals(404, 422, 501) },
      },
    },
    async (request, reply) => {
      const report = await getReport(request.actor, request.params, ports);
      return answer(request, reply, 'pdfs', { id: report.id, pdf_url: links(request).file(report.file_key) });
    },
  );
};
