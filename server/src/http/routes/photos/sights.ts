import { z } from 'zod';
import { SIGHTS } from '../../../inspections/viewpoints/sights.ts';
import { answerNamed } from '../../answer.ts';
import type { Router } from '../../context.ts';
import { presentSight } from '../../present/sight.ts';
import { refusals } from '../../schemas/common.ts';
import { SightAnswer, SightQuery } from '../../schemas/photos/sights.ts';

/** They change with a release, and a client may keep them for a day. */
const ONE_DAY = 'private, max-age=86400';

export const sightRoutes = (app: Router) => {
  app.get(
    '/sights',
    {
      schema: {
        tags: ['Images'],
        summary: 'List the known sights',
        description: 'The sights of capture apps. A photo that names a sight is checked against it.',
        querystring: SightQuery,
        response: { 200: z.object({ data: z.array(SightAnswer) }), ...refusals(422) },
      },
    },
    async (request, reply) => {
      const { vehicle, vehicle_type, category } = request.query;
      const data = SIGHTS.filter(
        (sight) =>
          (vehicle === undefined || sight.vehicle === vehicle) &&
          (vehicle_type === undefined || sight.vehicle_type === vehicle_type) &&
          (category === undefined || sight.category === category),
      ).map(presentSight);
      reply.header('cache-control', ONE_DAY);
      return answerNamed(request, reply, 'sights', data, { data });
    },
  );
};
