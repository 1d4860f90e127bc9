import { z } from 'zod';
import { getLiveConfig } from '../../../actions/organization/get-live-config.ts';
import type { OpenContext, Router } from '../../context.ts';
import { refusals } from '../../schemas/common.ts';

export const liveConfigRoutes = (app: Router, { ports }: OpenContext) => {
  app.get(
    '/live-configurations/:file',
    {
      schema: {
        tags: ['Live configurations'],
        summary: 'Read the settings of a capture app',
        description:
          'The JSON file of that name in LIVE_CONFIGS_DIR (docs/compatibility.md). No token is needed.',
        params: z.object({ file: z.string().meta({ example: 'my-app.json' }) }),
        security: [],
        response: {
          200: z.record(z.string(), z.unknown()).meta({ id: 'LiveConfig' }),
          ...refusals(404, 500),
        },
      },
    },
    async (request, reply) => {
      const id = request.params.file.replace(/\.json$/, '');
      return reply.header('cache-control', 'no-cache').send(await getLiveConfig({ id }, ports));
    },
  );
};
