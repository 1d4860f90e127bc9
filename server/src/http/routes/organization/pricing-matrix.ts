import { z } from 'zod';
import {
  getMatrix,
  getMatrixVersion,
  listMatrices,
  replaceMatrix,
} from '../../../actions/organization/manage-price-matrix.ts';
import { answer, answerNamed } from '../../answer.ts';
import type { Router } from '../../context.ts';
import { presentMatrix, presentMatrixVersion } from '../../present/price-matrix.ts';
import { refusals } from '../../schemas/common.ts';
import {
  PriceMatrixAnswer,
  PriceMatrixBody,
  PriceMatrixVersionAnswer,
} from '../../schemas/organization/price-matrix.ts';

const tags = ['Pricing'];
const path = '/pricing_matrix';

export const pricingMatrixRoutes = (app: Router) => {
  app.get(
    path,
    {
      schema: {
        tags,
        summary: 'Get the price matrix of your organization',
        description: 'Returns the default matrix of the service until your organization sets its own.',
        response: { 200: PriceMatrixAnswer, ...refusals() },
      },
    },
    async (request, reply) =>
      answer(
        request,
        reply,
        'pricingMatrices',
        presentMatrix(await getMatrix(request.actor, {}, request.ports)),
      ),
  );

  app.put(
    path,
    {
      schema: {
        tags,
        summary: 'Replace the price matrix of your organization',
        description:
          'Creates a new version; earlier estimates keep their version. An invalid matrix changes nothing. Requires the permission pricing_matrix:manage.',
        body: PriceMatrixBody,
        response: { 200: PriceMatrixAnswer, ...refusals(400, 403, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const replaced = await replaceMatrix(request.actor, { matrix: request.body }, request.ports);
      return answer(request, reply, 'pricingMatrices', presentMatrix(replaced));
    },
  );

  app.get(
    `${path}/versions`,
    {
      schema: {
        tags,
        summary: 'List the versions of the price matrix',
        description: 'Newest first; the last is the default of the service.',
        response: { 200: z.object({ data: z.array(PriceMatrixVersionAnswer) }), ...refusals() },
      },
    },
    async (request, reply) => {
      const data = (await listMatrices(request.actor, {}, request.ports)).map(presentMatrixVersion);
      return answerNamed(request, reply, 'pricingMatrices', data, { data });
    },
  );

  app.get(
    `${path}/versions/:version`,
    {
      schema: {
        tags,
        summary: 'Get a version of the price matrix',
        params: z.object({ version: z.string().describe('Its number; 0: the default of the service.') }),
        response: { 200: PriceMatrixAnswer, ...refusals(404) },
      },
    },
    async (request, reply) =>
      answer(
        request,
        reply,
        'pricingMatrices',
        presentMatrix(await getMatrixVersion(request.actor, request.params, request.ports)),
      ),
  );
};
