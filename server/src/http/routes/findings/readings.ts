import { stateReading } from '../../../actions/corrections/correct-readings.ts';
import { answer } from '../../answer.ts';
import type { Router } from '../../context.ts';
import { InspectionParams, refusals } from '../../schemas/common.ts';
import { ReadingAnswer, ReadingBody } from '../../schemas/findings/readings.ts';

export const readingRoutes = (app: Router) => {
  app.patch(
    '/inspections/:inspection_id/readings',
    {
      schema: {
        tags: ['Damages and views'],
        summary: 'Correct what was seen of a wheel or read on photos',
        description:
          'The values take the place of those of the service, in wheel_analysis and documents, and stay when the task runs ' +
          'again. Plate, VIN and mileage of the vehicle are corrected with PATCH …/vehicle.',
        params: InspectionParams,
        body: ReadingBody,
        response: { 200: ReadingAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const { inspection_id, subject, values } = await stateReading(
        request.actor,
        { ...request.params, ...request.body },
        request.ports,
      );
      return answer(request, reply, 'readings', {
        id: subject,
        object_type: 'READING' as const,
        inspection_id,
        subject,
        values: values.map(({ field, value, made_by: corrected_by }) => ({ field, value, corrected_by })),
      });
    },
  );
};
