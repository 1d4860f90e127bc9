import { z } from 'zod';
import { changePrice, createPrice, deletePrice } from '../../../actions/corrections/correct-prices.ts';
import { listPriceCorrections } from '../../../actions/corrections/read-corrections.ts';
import type { Ports } from '../../../inspections/ports/ports.ts';
import { answer, answerNamed } from '../../answer.ts';
import type { Router } from '../../context.ts';
import { answerOnce } from '../../idempotency.ts';
import { presentPriceDetail } from '../../present/pricing.ts';
import { Deleted, InspectionParams, refusals } from '../../schemas/common.ts';
import {
  CorrectionAnswer,
  PriceBody,
  PriceChangeBody,
  PriceDetailAnswer,
} from '../../schemas/findings/pricing.ts';

const tags = ['Pricing'];
const PriceParams = InspectionParams.extend({ pricing_id: z.string() });
const path = '/inspections/:inspection_id/pricing';

export const pricingRoutes = (app: Router) => {
  app.post(
    path,
    {
      schema: {
        tags,
        summary: 'Say what a part or the whole repair costs',
        description: 'Counts over the estimate. Saying it again replaces it.',
        params: InspectionParams,
        body: PriceBody,
        response: { 201: PriceDetailAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const asked = { ...request.params, ...request.body };
      const create = (scoped: Ports) => createPrice(request.actor, asked, scoped);
      return answerOnce(request, reply, 'pricings', request.body, 201, create, (made) =>
        presentPriceDetail(made, request.params.inspection_id),
      );
    },
  );

  app.patch(
    `${path}/:pricing_id`,
    {
      schema: {
        tags,
        summary: 'Change a price',
        description: 'One that was estimated becomes yours, under the same id.',
        params: PriceParams,
        body: PriceChangeBody,
        response: { 200: PriceDetailAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const change = { ...request.params, ...request.body };
      const price = await changePrice(request.actor, change, request.ports);
      return answer(request, reply, 'pricings', presentPriceDetail(price, request.params.inspection_id));
    },
  );

  app.delete(
    `${path}/:pricing_id`,
    {
      schema: {
        tags,
        summary: 'Delete a price',
        description:
          'If you delete a price that a person set, the estimate counts again. If you delete an estimated price, the part is left out of the total.',
        params: PriceParams,
        response: { 200: Deleted, ...refusals(400, 403, 404, 413, 415) },
      },
    },
    async (request, reply) =>
      answer(request, reply, 'pricings', await deletePrice(request.actor, request.params, request.ports)),
  );

  app.get(
    `${path}/:pricing_id/history`,
    {
      schema: {
        tags,
        summary: 'Who changed a price, from what to what',
        params: PriceParams,
        response: { 200: z.object({ data: z.array(CorrectionAnswer) }), ...refusals(404) },
      },
    },
    async (request, reply) => {
      const data = await listPriceCorrections(request.actor, request.params, request.ports);
      return answerNamed(request, reply, 'corrections', data, { data });
    },
  );
};
