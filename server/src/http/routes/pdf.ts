import { z } from 'zod';
import { getReport, openReport, requestReport } from '../../actions/reports/ask-for-report.ts';
import { receiveReport, uploadReport } from '../../actions/reports/upload-report.ts';
import type { Report } from '../../inspections/records/report.ts';
import { languageNotice } from '../../inspections/tasks/report-language.ts';
import { answer } from '../answer.ts';
import { readUpload } from '../bodies/multipart.ts';
import type { Context, Router } from '../context.ts';
import { answerOnce } from '../idempotency.ts';
import { InspectionParams, refusals } from '../schemas/common.ts';
import { PdfAnswer, PdfBody, PdfRequestAnswer, UploadedPdfInput } from '../schemas/pdf.ts';
import { parserFor } from '../validation.ts';

const tags = ['PDF report'];
const PDF = 'application/pdf';

const parseWish = parserFor(PdfBody);
const parseUploaded = parserFor(UploadedPdfInput);

/** By the id of the inspection: that is what generation 5 takes it for. */
const presentReport = ({ id, inspection_id, options }: Report) => ({
  id: inspection_id,
  report_id: id,
  language: options.language ?? null,
});

const presentRequest = (report: Report, notice: string | null = null) => ({
  ...presentReport(report),
  inspection_id: report.inspection_id,
  status: report.status,
  requested_at: report.requested_at,
  notice,
});

export const pdfRoutes = (app: Router, { links }: Context) => {
  app.post(
    '/inspections/:inspection_id/pdf',
    {
      schema: {
        tags,
        summary: 'Ask for the PDF report, or upload one',
        description:
          'As JSON: the report is made in the background; read it with GET. Asking again makes it anew. ' +
          'As multipart/form-data with two parts, json and then the file pdf_data: a finished PDF of your own, which takes the place of any other.',
        params: InspectionParams,
        consumes: ['application/json', 'multipart/form-data'],
        response: {
          201: PdfRequestAnswer.describe('Uploaded.'),
          202: PdfRequestAnswer.describe('It is being made.'),
          ...refusals(400, 403, 404, 413, 415, 422),
        },
      },
      config: { body: PdfBody, upload: UploadedPdfInput },
    },
    async (request, reply) => {
      const { actor, params } = request;
      if (!request.isMultipart()) {
        const wish = parseWish(request.body ?? {});
        const options = { ...wish, link: `${links(request).origin}/inspection/${params.inspection_id}` };
        return answerOnce(
          request,
          reply,
          'pdfs',
          request.body,
          202,
          (scoped) => requestReport(actor, { ...params, options }, scoped),
          (report) => presentRequest(report, languageNotice(wish.language)),
        );
      }
      const { input, received } = await readUpload(
        request,
        parseUploaded,
        (_, source) => receiveReport(actor, { ...params, source }, request.ports),
        'pdf_data',
      );
      try {
        return await answerOnce(
          request,
          reply,
          'pdfs',
          [input, received.sha256],
          201,
          (scoped) => uploadReport(actor, { ...params, file: received }, scoped),
          (report) => presentRequest(report),
        );
      } finally {
        await received.discard();
      }
    },
  );

  app.get(
    '/inspections/:inspection_id/pdf',
    {
      schema: {
        tags,
        summary: 'Get the PDF report',
        description:
          '422 until it was asked for and while it is being made; 500 when it could not be made. ' +
          `With Accept: ${PDF} the answer is the file itself.`,
        params: InspectionParams,
        response: {
          200: {
            description: 'Where the report is, and whether it still holds.',
            content: { 'application/json': { schema: PdfAnswer }, [PDF]: { schema: z.any() } },
          },
          ...refusals(404, 422, 500),
        },
      },
    },
    async (request, reply) => {
      if (request.headers.accept?.includes(PDF)) {
        const { stream, size } = await openReport(request.actor, request.params, request.ports);
        return reply
          .type(PDF)
          .header('vary', 'Accept')
          .header('content-length', size)
          .header('content-disposition', `inline; filename="inspection-${request.params.inspection_id}.pdf"`)
          .send(stream);
      }
      const report = await getReport(request.actor, request.params, request.ports);
      const { stale, review, made_at, data_version, source } = report;
      const pdf_url = links(request).file(report.file_key);
      const shown = { ...presentReport(report), pdf_url, stale, review, made_at, data_version, source };
      return answer(request, reply, 'pdfs', shown);
    },
  );
};
