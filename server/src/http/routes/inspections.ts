import { changeInspection } from '../../actions/inspections/change-details.ts';
import { knownDamages } from '../../actions/inspections/compare-inspections.ts';
import { eraseInspection } from '../../actions/inspections/erase-inspection.ts';
import { getInspection } from '../../actions/inspections/get-inspection.ts';
import {
  countInspections,
  countWorthReviewing,
  listInspections,
} from '../../actions/inspections/list-inspections.ts';
import {
  deleteInspection,
  restoreInspection,
  setPdfData,
  updateVehicle,
} from '../../actions/inspections/update-inspection.ts';
import { answer, answerPage, answerSummary } from '../answer.ts';
import type { Context, Router } from '../context.ts';
import { readsNullAsPending } from '../dialect.ts';
import { presentPage } from '../paging.ts';
import { presentInspection, presentInspectionHead, presentInspectionInList } from '../present/inspection.ts';
import { presentVehicle } from '../present/vehicle.ts';
import { InspectionParams, page, refusals } from '../schemas/common.ts';
import {
  CountAnswer,
  CountInspectionsQuery,
  GetInspectionQuery,
  ListInspectionsQuery,
  WorthReviewingAnswer,
} from '../schemas/inspection-queries.ts';
import {
  ChangeInspectionBody,
  DeletedInspection,
  DeleteInspectionQuery,
  InspectionAnswer,
  InspectionHeadAnswer,
  InspectionInListAnswer,
  PdfDataBody,
} from '../schemas/inspections.ts';
import { VehicleAnswer, VehicleInput } from '../schemas/vehicles.ts';

const tags = ['Inspections'];

export const inspectionRoutes = (app: Router, { links }: Context) => {
  app.get(
    '/inspections',
    {
      schema: {
        tags,
        summary: 'List inspections',
        description:
          'Newest first, with their images and damages. Deleted ones are shown unless show_deleted=false.',
        querystring: ListInspectionsQuery,
        response: { 200: page(InspectionInListAnswer), ...refusals(403, 422) },
      },
    },
    async (request, reply) => {
      const found = await listInspections(request.actor, request.query, request.ports);
      const link = links(request);
      const options = { verbose: request.query.verbose > 0, nullWhilePending: readsNullAsPending(request) };
      const present = (row: (typeof found.page.rows)[number]) => presentInspectionInList(row, link, options);
      const shown = presentPage(request, link.origin, found.list, request.query, found.page, present);
      return answerPage(request, reply, 'inspections', shown);
    },
  );

  app.get(
    '/inspections/count',
    {
      schema: {
        tags,
        summary: 'Count inspections',
        description:
          'Counts the inspections of a list with the same filters, on all pages. By no filter, or the status alone, all are counted. ' +
          'By other filters counting ends after 10,000 hits, and is_at_least is true.',
        querystring: CountInspectionsQuery,
        response: { 200: CountAnswer, ...refusals(403, 422) },
      },
    },
    async (request, reply) => {
      const counts = await countInspections(request.actor, request.query, request.ports);
      return answerSummary(request, reply, 'inspections', counts);
    },
  );

  app.get(
    '/inspections/worth_reviewing',
    {
      schema: {
        tags,
        summary: 'Count the inspections that are worth a review',
        description:
          'Of a list with the same filters, those whose review would teach a model something, and how many minutes that takes. ' +
          'order_by=learning_value sorts a list by it. docs/running/learning.md explains it.',
        querystring: CountInspectionsQuery,
        response: { 200: WorthReviewingAnswer, ...refusals(403, 422) },
      },
    },
    async (request, reply) => {
      const worth = await countWorthReviewing(request.actor, request.query, request.ports);
      return answerSummary(request, reply, 'inspections', worth);
    },
  );

  app.get(
    '/inspections/:inspection_id',
    {
      schema: {
        tags,
        summary: 'Get an inspection',
        params: InspectionParams,
        querystring: GetInspectionQuery,
        response: { 200: InspectionAnswer, ...refusals(404, 422) },
      },
    },
    async (request, reply) => {
      const light = request.query.verbose === 'light';
      const wanted = { ...request.params, ...request.query, outlines: !light };
      const inspection = await getInspection(request.actor, wanted, request.ports);
      const options = { light, nullWhilePending: readsNullAsPending(request) };
      const shown = presentInspection(inspection, links(request), options);
      if (!request.query.show_known_damages) return answer(request, reply, 'inspections', shown);
      const known_damages = await knownDamages(request.actor, inspection, request.ports);
      return answer(request, reply, 'inspections', { ...shown, known_damages });
    },
  );

  app.patch(
    '/inspections/:inspection_id',
    {
      schema: {
        tags,
        summary: 'Change what the inspection is about, who works on it, and its additional data',
        description: 'Sets the members that are given; null clears one.',
        params: InspectionParams,
        body: ChangeInspectionBody,
        response: { 200: InspectionHeadAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const head = await changeInspection(
        request.actor,
        { ...request.params, ...request.body },
        request.ports,
      );
      return answer(request, reply, 'inspections', presentInspectionHead(head));
    },
  );

  app.patch(
    '/inspections/:inspection_id/pdf_data',
    {
      schema: {
        tags,
        summary: 'Add data for the PDF report',
        description: 'Kept in additional_data.pdf_data of the inspection.',
        params: InspectionParams,
        body: PdfDataBody,
        response: { 200: InspectionHeadAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const head = await setPdfData(
        request.actor,
        { ...request.params, pdf_data: request.body },
        request.ports,
      );
      return answer(request, reply, 'inspections', presentInspectionHead(head));
    },
  );

  app.patch(
    '/inspections/:inspection_id/vehicle',
    {
      schema: {
        tags,
        summary: 'Change the vehicle',
        description: 'Sets the members that are given; null clears one.',
        params: InspectionParams,
        body: VehicleInput,
        response: { 200: VehicleAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const vehicle = await updateVehicle(
        request.actor,
        { ...request.params, vehicle: request.body },
        request.ports,
      );
      return answer(request, reply, 'vehicles', presentVehicle(vehicle));
    },
  );

  app.delete(
    '/inspections/:inspection_id',
    {
      schema: {
        tags,
        summary: 'Delete an inspection',
        description:
          'It then reads as 404, unless show_deleted_objects=true. With erase=true it is removed for good, also when it ' +
          'was deleted before: hidden at once, and a moment later its rows and files are gone. A task that is running ' +
          'ends without a result. The audit log tells when it is done.',
        params: InspectionParams,
        querystring: DeleteInspectionQuery,
        response: { 200: DeletedInspection, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const remove = request.query.erase ? eraseInspection : deleteInspection;
      return answer(
        request,
        reply,
        'inspections',
        await remove(request.actor, request.params, request.ports),
      );
    },
  );

  app.post(
    '/inspections/:inspection_id/restore',
    {
      schema: {
        tags,
        summary: 'Restore a deleted inspection',
        description: 'Takes its deletion back. An inspection that is being erased cannot be restored.',
        params: InspectionParams,
        response: { 200: InspectionHeadAnswer, ...refusals(400, 403, 404, 409, 413, 415) },
      },
    },
    async (request, reply) => {
      const head = await restoreInspection(request.actor, request.params, request.ports);
      return answer(request, reply, 'inspections', presentInspectionHead(head));
    },
  );
};
