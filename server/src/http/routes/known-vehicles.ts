import { getDamageLives } from '../../actions/vehicles/get-damage-lives.ts';
import { linkVehicle, mergeVehicles, recognizeVehicle } from '../../actions/vehicles/link-vehicles.ts';
import { getVehicleHistory, listVehicles } from '../../actions/vehicles/read-vehicles.ts';
import { answer, answerPage } from '../answer.ts';
import type { Context, Router } from '../context.ts';
import { presentPage } from '../paging.ts';
import { presentInspectionSummary } from '../present/inspection-summary.ts';
import { presentDamageLives, presentKnownVehicle } from '../present/known-vehicle.ts';
import { InspectionParams, page, refusals } from '../schemas/common.ts';
import {
  DamageLivesAnswer,
  KnownVehicleAnswer,
  LinkVehicleBody,
  ListVehiclesQuery,
  MergeVehiclesBody,
  VehicleHistoryAnswer,
  VehicleParams,
} from '../schemas/known-vehicles.ts';

const tags = ['Vehicles'];

export const knownVehicleRoutes = (app: Router, { links }: Context) => {
  app.get(
    '/vehicles',
    {
      schema: {
        tags,
        summary: 'List vehicles',
        description:
          'Vehicles of the inspections that you may read, newest first; with the right to read all of your organization, those of the organization. A vehicle is recognized by its VIN, else by its plate ' +
          'without separators, or a person says so. GET /inspections/summaries?vehicle_id= lists its inspections.',
        querystring: ListVehiclesQuery,
        response: { 200: page(KnownVehicleAnswer), ...refusals(422) },
      },
    },
    async (request, reply) => {
      const found = await listVehicles(request.actor, request.query, request.ports);
      const { origin } = links(request);
      const shown = presentPage(request, origin, found.list, request.query, found.page, presentKnownVehicle);
      return answerPage(request, reply, 'knownVehicles', shown);
    },
  );

  app.get(
    '/vehicles/:vehicle_id',
    {
      schema: {
        tags,
        summary: 'Get a vehicle and its inspections',
        params: VehicleParams,
        response: { 200: VehicleHistoryAnswer, ...refusals(404) },
      },
    },
    async (request, reply) => {
      const { vehicle, inspections, changes } = await getVehicleHistory(
        request.actor,
        request.params,
        request.ports,
      );
      const link = links(request);
      return answer(request, reply, 'knownVehicles', {
        ...presentKnownVehicle(vehicle),
        inspections: inspections.map((one) => presentInspectionSummary(one, link)),
        changes,
      });
    },
  );

  app.get(
    '/vehicles/:vehicle_id/damages',
    {
      schema: {
        tags,
        summary: 'Get what became of the damages of a vehicle',
        description:
          'Each damage once, with every inspection that shows it, over the ten newest inspections in which damages were looked for. docs/comparison.md tells how.',
        params: VehicleParams,
        response: { 200: DamageLivesAnswer, ...refusals(404) },
      },
    },
    async (request, reply) => {
      const lives = await getDamageLives(request.actor, request.params, request.ports);
      const shown = presentDamageLives(request.params.vehicle_id, lives, links(request));
      return answer(request, reply, 'damageLives', shown);
    },
  );

  app.post(
    '/vehicles/:vehicle_id/merge',
    {
      schema: {
        tags,
        summary: 'Merge two vehicles',
        description:
          'All inspections of the other vehicle show this one from now on. It is recognized by the VIN and the newer plate of the two. The history of each inspection tells who said so. Needs the right to change all of them, deleted ones too.',
        params: VehicleParams,
        body: MergeVehiclesBody,
        response: { 200: KnownVehicleAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const input = { ...request.params, ...request.body };
      const vehicle = await mergeVehicles(request.actor, input, request.ports);
      return answer(request, reply, 'knownVehicles', presentKnownVehicle(vehicle));
    },
  );

  app.put(
    '/inspections/:inspection_id/known_vehicle',
    {
      schema: {
        tags,
        summary: 'Say which vehicle an inspection shows',
        description:
          'Counts more than VIN and plate. With null the inspection gets a vehicle of its own, which splits it from the others.',
        params: InspectionParams,
        body: LinkVehicleBody,
        response: { 200: KnownVehicleAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const input = { ...request.params, ...request.body };
      const vehicle = await linkVehicle(request.actor, input, request.ports);
      return answer(request, reply, 'knownVehicles', presentKnownVehicle(vehicle));
    },
  );

  app.delete(
    '/inspections/:inspection_id/known_vehicle',
    {
      schema: {
        tags,
        summary: 'Recognize the vehicle of an inspection again',
        description:
          'Takes back what a person said: the vehicle is recognized by its VIN, else by its plate, now and whenever they change. 409 if neither is known.',
        params: InspectionParams,
        response: { 200: KnownVehicleAnswer, ...refusals(400, 403, 404, 409, 413, 415) },
      },
    },
    async (request, reply) => {
      const vehicle = await recognizeVehicle(request.actor, request.params, request.ports);
      return answer(request, reply, 'knownVehicles', presentKnownVehicle(vehicle));
    },
  );
};
