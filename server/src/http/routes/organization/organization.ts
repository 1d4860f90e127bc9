import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import {
  changeSettings,
  getSettings,
  removeLogo,
  replaceLogo,
  type ShownSettings,
} from '../../../actions/organization/manage-organization.ts';
import { answer } from '../../answer.ts';
import { readUpload } from '../../bodies/multipart.ts';
import type { Context, Router } from '../../context.ts';
import type { Links } from '../../links.ts';
import { refusals } from '../../schemas/common.ts';
import {
  LogoInput,
  OrganizationSettingsAnswer,
  OrganizationSettingsBody,
} from '../../schemas/organization/organization.ts';
import { parserFor } from '../../validation.ts';

const tags = ['Organization'];
const needs = 'Needs the permission organization:manage.';
const parseLogo = parserFor(LogoInput);

const present = ({ organization_id, settings, defaults, may_manage }: ShownSettings, links: Links) => ({
  id: organization_id ?? 'default',
  blur_plates: settings.blur_plates,
  blur_faces: settings.blur_faces,
  language: settings.language,
  company_name: settings.company_name,
  company_address: settings.company_address,
  company_contact: settings.company_contact,
  time_zone: settings.time_zone,
  retention_days: settings.retention_days,
  require_approval: settings.require_approval,
  keep_originals: settings.keep_originals,
  contest_days: settings.contest_days,
  contest_decision_days: settings.contest_decision_days,
  training_use: settings.training_use,
  logo_url: settings.logo_key && links.file(settings.logo_key),
  defaults,
  may_manage,
  updated_at: settings.updated_at,
  updated_by: settings.updated_by,
});

/** In memory alone, so there is nothing to discard. */
const receiveFrom = (request: FastifyRequest) => async (take: (file: Readable) => Promise<Uint8Array>) => {
  const receive = async (_: unknown, file: Readable) => ({ logo: await take(file), discard: async () => {} });
  return (await readUpload(request, parseLogo, receive, 'logo')).received.logo;
};

export const organizationRoutes = (app: Router, { links }: Context) => {
  app.get(
    '/organization/settings',
    {
      schema: {
        tags,
        summary: 'Get what your organization wants by default',
        response: { 200: OrganizationSettingsAnswer, ...refusals() },
      },
    },
    async (request, reply) => {
      const settings = await getSettings(request.actor, {}, request.ports);
      return answer(request, reply, 'organizationSettings', present(settings, links(request)));
    },
  );

  app.patch(
    '/organization/settings',
    {
      schema: {
        tags,
        summary: 'Change what your organization wants by default',
        description: `It counts for inspections and reports from now on. ${needs}`,
        body: OrganizationSettingsBody,
        response: { 200: OrganizationSettingsAnswer, ...refusals(400, 403, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const settings = await changeSettings(request.actor, request.body, request.ports);
      return answer(request, reply, 'organizationSettings', present(settings, links(request)));
    },
  );

  app.put(
    '/organization/logo',
    {
      schema: {
        tags,
        summary: 'Set the logo of your organization',
        description:
          'As multipart/form-data with two parts, json ({}) and then the file logo: a PNG, JPEG or WebP of at most 2 MB. ' +
          `It is kept as a PNG of at most 480 × 240 pixels and stands on reports and shared pages. ${needs}`,
        consumes: ['multipart/form-data'],
        response: { 200: OrganizationSettingsAnswer, ...refusals(400, 403, 413, 415, 422) },
      },
      config: { upload: LogoInput, file: 'logo' },
    },
    async (request, reply) => {
      const settings = await replaceLogo(request.actor, { receive: receiveFrom(request) }, request.ports);
      return answer(request, reply, 'organizationSettings', present(settings, links(request)));
    },
  );

  app.delete(
    '/organization/logo',
    {
      schema: {
        tags,
        summary: 'Remove the logo of your organization',
        description: needs,
        response: { 200: OrganizationSettingsAnswer, ...refusals(400, 403, 413, 415) },
      },
    },
    async (request, reply) => {
      const settings = await removeLogo(request.actor, {}, request.ports);
      return answer(request, reply, 'organizationSettings', present(settings, links(request)));
    },
  );
};
