import { z } from 'zod';
import {
  confirmSuspicion,
  dismissSuspicion,
  reopenSuspicion,
} from '../../actions/corrections/decide-suspicions.ts';
import type { Ports } from '../../inspections/ports/ports.ts';
import { answer } from '../answer.ts';
import type { Router } from '../context.ts';
import { once } from '../idempotency.ts';
import { presentSuspicion } from '../present/suspicion.ts';
import { InspectionParams, refusals } from '../schemas/common.ts';
import { SuspicionAnswer } from '../schemas/suspicions.ts';

const SuspicionParams = InspectionParams.extend({ suspicion_id: z.string() });

const DECISIONS = [
  {
    name: 'confirm',
    decide: confirmSuspicion,
    summary: 'Say that a suspicion is a damage',
    description:
      'It becomes a damage of the person, with its views. Severity, estimate and condition follow, and a validation is ' +
      'withdrawn, as when a person adds a damage. The answer names the damage.',
  },
  {
    name: 'dismiss',
    decide: dismissSuspicion,
    summary: 'Say that a suspicion is no damage',
    description: 'A new run of the task finds it neither as a suspicion nor as a damage again.',
  },
  {
    name: 'reopen',
    decide: reopenSuspicion,
    summary: 'Take back what was said of a suspicion',
    description: 'The damage that was made of it is deleted. To confirm it again restores that damage.',
  },
] as const;

export const suspicionRoutes = (app: Router) => {
  for (const { name, decide, summary, description } of DECISIONS)
    app.post(
      `/inspections/:inspection_id/suspicions/:suspicion_id/${name}`,
      {
        schema: {
          tags: ['Damages and views'],
          summary,
          description,
          params: SuspicionParams,
          response: { 200: SuspicionAnswer, ...refusals(400, 403, 404, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const act = (scoped: Ports) => decide(request.actor, request.params, scoped);
        const suspicion = await once(request, request.ports, null, 200, act, presentSuspicion);
        return answer(request, reply, 'suspicions', suspicion);
      },
    );
};
