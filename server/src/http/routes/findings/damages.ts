import { z } from 'zod';
import {
  changeDamage,
  createDamage,
  deleteDamage,
  restoreDamage,
} from '../../../actions/corrections/correct-damages.ts';
import {
  confirmSuspicion,
  dismissSuspicion,
  reopenSuspicion,
} from '../../../actions/corrections/decide-suspicions.ts';
import { listCorrections } from '../../../actions/corrections/read-corrections.ts';
import type { Ports } from '../../../inspections/ports/ports.ts';
import { answer, answerNamed } from '../../answer.ts';
import type { Router } from '../../context.ts';
import { answerOnce } from '../../idempotency.ts';
import { presentDamage } from '../../present/findings.ts';
import { presentSuspicion } from '../../present/suspicion.ts';
import { Deleted, InspectionParams, refusals } from '../../schemas/common.ts';
import { DamageAnswer, DamageBody, DamageChangeBody } from '../../schemas/findings/findings.ts';
import { CorrectionAnswer } from '../../schemas/findings/pricing.ts';
import { SuspicionAnswer } from '../../schemas/findings/suspicions.ts';

const tags = ['Damages and views'];
const DamageParams = InspectionParams.extend({ damage_id: z.string() });
const path = '/inspections/:inspection_id/damages';

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

export const damageRoutes = (app: Router) => {
  app.post(
    path,
    {
      schema: {
        tags,
        summary: 'Add a damage',
        params: InspectionParams,
        body: DamageBody,
        response: { 201: DamageAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const asked = { ...request.params, ...request.body };
      const create = (scoped: Ports) => createDamage(request.actor, asked, scoped);
      return answerOnce(request, reply, 'damages', request.body, 201, create, (made) => presentDamage(made));
    },
  );

  app.patch(
    `${path}/:damage_id`,
    {
      schema: {
        tags,
        summary: 'Say that a damage is of another type or on another part, or that it was found right',
        description:
          'Its views, score and model stay. A new run of the task does not revert the change. To confirm a damage changes ' +
          'no finding, so a validation stays.',
        params: DamageParams,
        body: DamageChangeBody,
        response: { 200: DamageAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const change = { ...request.params, change: request.body };
      const damage = await changeDamage(request.actor, change, request.ports);
      return answer(request, reply, 'damages', presentDamage(damage));
    },
  );

  app.delete(
    `${path}/:damage_id`,
    {
      schema: {
        tags,
        summary: 'Remove a damage',
        description: 'Its views and severities go with it.',
        params: DamageParams,
        response: {
          200: Deleted.extend({ parts: z.array(z.unknown()) }),
          ...refusals(400, 403, 404, 413, 415),
        },
      },
    },
    async (request, reply) =>
      answer(request, reply, 'damages', await deleteDamage(request.actor, request.params, request.ports)),
  );

  app.post(
    `${path}/:damage_id/restore`,
    {
      schema: {
        tags,
        summary: 'Bring a removed damage back',
        description: 'As it was, with the views and severities that went with it.',
        params: DamageParams,
        response: { 200: DamageAnswer, ...refusals(400, 403, 404, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const restore = (scoped: Ports) => restoreDamage(request.actor, request.params, scoped);
      return answerOnce(request, reply, 'damages', null, 200, restore, (back) => presentDamage(back));
    },
  );

  app.get(
    '/inspections/:inspection_id/corrections',
    {
      schema: {
        tags,
        summary:
          'What people changed: damages, severities and prices, and validations that were given and withdrawn',
        description: 'Oldest first, with who did it and what was said before.',
        params: InspectionParams,
        response: { 200: z.object({ data: z.array(CorrectionAnswer) }), ...refusals(404) },
      },
    },
    async (request, reply) => {
      const data = await listCorrections(request.actor, request.params, request.ports);
      return answerNamed(request, reply, 'corrections', data, { data });
    },
  );

  for (const { name, decide, summary, description } of DECISIONS)
    app.post(
      `/inspections/:inspection_id/suspicions/:suspicion_id/${name}`,
      {
        schema: {
          tags,
          summary,
          description,
          params: SuspicionParams,
          response: { 200: SuspicionAnswer, ...refusals(400, 403, 404, 409, 413, 415, 422) },
        },
      },
      async (request, reply) => {
        const act = (scoped: Ports) => decide(request.actor, request.params, scoped);
        return answerOnce(request, reply, 'suspicions', null, 200, act, presentSuspicion);
      },
    );
};
