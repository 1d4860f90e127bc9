import { randomUUID } from 'node:crypto';
import { type Client, client, until } from '@walkaround/harness/clients/client.ts';
import { newInspection } from '@walkaround/harness/clients/inspection.ts';
import { multipart } from '@walkaround/harness/clients/multipart.ts';
import { expectProblem } from '@walkaround/harness/clients/problem.ts';
import { readPdf } from '@walkaround/harness/pictures/read-pdf.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';

const SETTINGS = '/organization/settings';
const LOGO = '/organization/logo';

/** The administrator and a member of an organization that nobody else is in. */
const someOrganization = async () => {
  const organization = `org-${randomUUID()}`;
  const admin = await client({ organization, permissions: ['organization:manage'] });
  return { organization, admin, member: await client({ organization }) };
};

const picture = (width: number, height: number, format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' = 'png') =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 20, b: 30, alpha: 0.5 } } })
    .withExif({ IFD0: { Artist: 'secret-artist' } })
    .toFormat(format)
    .toBuffer();

const putLogo = (
  api: Client,
  content: Buffer | string,
  parts: object[] = [{ name: 'json', content: '{}' }],
) =>
  api.send(
    'PUT',
    LOGO,
    multipart([...(parts as []), { name: 'logo', filename: 'logo.png', type: 'image/png', content }]),
  );

const reportOf = async (api: Client, id: string, wish: object = {}) => {
  expect((await api.post(`/inspections/${id}/pdf`, wish)).status).toBe(202);
  const headers = { accept: 'application/pdf' };
  const made = await until(
    () => api.get(`/inspections/${id}/pdf`, { headers }),
    ({ status }) => status === 200,
    60_000,
  );
  return readPdf(made.body);
};

test('until an organization says something, everything is as the service is set up', async () => {
  const { organization, admin, member } = await someOrganization();
  const unsaid = {
    id: organization,
    blur_plates: null,
    blur_faces: null,
    language: null,
    company_name: null,
    company_address: null,
    company_contact: null,
    time_zone: null,
    logo_url: null,
    retention_days: null,
    require_approval: false,
    keep_originals: false,
    contest_days: null,
    contest_decision_days: null,
    training_use: 'none',
    defaults: { blur_plates: false, blur_faces: false, language: 'en' },
    may_manage: { organization: true, pricing_matrix: false, webhooks: false },
    updated_at: null,
    updated_by: null,
  };
  expect((await admin.get(SETTINGS)).body).toEqual(unsaid);
  const { may_manage, ...rest } = (await member.get(SETTINGS)).body;
  expect(may_manage.organization).toBe(false);
  expect(rest).toMatchObject({ id: organization, language: null });
  expect((await (await client()).get(SETTINGS)).body).toMatchObject({ id: 'default', language: null });
});

test('the company and its clock are on the reports of an organization; a request may name another clock', async () => {
  const { admin, member } = await someOrganization();
  const company = {
    company_name: 'Hansen',
    company_address: 'Am Kai 1\nHamburg',
    company_contact: 'hansen.example',
  };
  const said = await admin.patch(SETTINGS, { ...company, time_zone: 'Asia/Tokyo' });
  expect(said.body).toMatchObject({ ...company, time_zone: 'Asia/Tokyo' });
  const id = await newInspection(member, { damage_detection: {} });
  const { pages, text } = await reportOf(member, id);
  expect(pages[0]!.replace(/\s+/g, ' ')).toContain('Hansen Am Kai 1 Hamburg hansen.example');
  expect(text).toMatch(/Made .* GMT\+9/);
  expect((await reportOf(member, id, { time_zone: 'UTC' })).text).toMatch(/Made .* UTC/);
  for (const wish of [{ time_zone: 'Mars/Base' }, { company_name: 'x'.repeat(101) }])
    expectProblem(await admin.patch(SETTINGS, wish), 422, 'invalid_input');
  expectProblem(await member.post(`/inspections/${id}/pdf`, { time_zone: 'here' }), 422, 'invalid_input');
});

test('an organization sets what is blurred by default, and an inspection can override it', async () => {
  const { admin, member } = await someOrganization();
  const privacyOf = async (api: Client, privacy?: object) => {
    const id = await newInspection(api, { damage_detection: {} }, privacy ? { privacy } : {});
    return (await api.get(`/inspections/${id}`)).body.privacy;
  };
  expect(await privacyOf(member)).toEqual({ blur_plates: false, blur_faces: false });
  expect((await admin.patch(SETTINGS, { blur_plates: true })).status).toBe(200);
  await admin.patch(SETTINGS, { blurFaces: true });
  expect(await privacyOf(member)).toEqual({ blur_plates: true, blur_faces: true });
  expect(await privacyOf(member, { blur_plates: false })).toEqual({ blur_plates: false, blur_faces: true });
  expect(await privacyOf(await client({ organization: `org-${randomUUID()}` }))).toEqual({
    blur_plates: false,
    blur_faces: false,
  });
  const reset = await admin.patch(SETTINGS, { blur_plates: null });
  expect(reset.body).toMatchObject({ blur_plates: null, blur_faces: true, updated_by: expect.any(String) });
  expect(await privacyOf(member)).toEqual({ blur_plates: false, blur_faces: true });
});

test('reports are in the language of the organization unless one is asked for, and carry its logo', async () => {
  const { admin, member } = await someOrganization();
  await admin.patch(SETTINGS, { language: 'de' });
  const put = await putLogo(admin, await picture(1200, 300));
  expect(put.status, JSON.stringify(put.body)).toBe(200);
  expect(put.body).toMatchObject({ language: 'de', logo_url: expect.stringContaining('/files/logos/') });
  const id = await newInspection(member);
  const german = await reportOf(member, id);
  expect([german.language, german.figures[0]]).toEqual(['de', 'Logo']);
  expect(german.pictures).toBe(1);
  expect((await reportOf(member, id, { language: 'es' })).language).toBe('es');
  expect((await admin.delete(LOGO)).body.logo_url).toBeNull();
  expect((await reportOf(member, id)).figures).not.toContain('Logo');
});

test('a logo is painted anew: small, as PNG, without what else the file held; the one before is gone', async () => {
  const { admin, member } = await someOrganization();
  const links: string[] = [];
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    expect((await putLogo(admin, await picture(1000, 500, format))).status).toBe(200);
    const { logo_url } = (await member.get(SETTINGS)).body;
    const served = await fetch(logo_url);
    expect(served.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await served.arrayBuffer());
    expect(bytes.includes('secret-artist')).toBe(false);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 480, height: 240, format: 'png' });
    links.push(logo_url);
  }
  expect(await Promise.all(links.map(async (link) => (await fetch(link)).status))).toEqual([404, 404, 200]);
});

test('what cannot be a logo is refused by its bytes, and the last one stays', async () => {
  const { admin } = await someOrganization();
  await putLogo(admin, await picture(100, 50));
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const png = await picture(100, 50);
  for (const wrong of [
    svg,
    'hello',
    '',
    await picture(9, 9, 'gif'),
    await picture(9, 9, 'avif'),
    png.subarray(0, 60),
  ])
    expectProblem(await putLogo(admin, wrong), 422, 'invalid_image', ['logo']);
  expectProblem(await putLogo(admin, Buffer.alloc(2 * 2 ** 20 + 1, png)), 413, 'too_large', ['logo']);
  expectProblem(await putLogo(admin, png, []), 422, 'invalid_input', ['json']);
  expectProblem(await admin.send('PUT', LOGO, { json: {} }), 400, 'malformed_request');
  const { logo_url } = (await admin.get(SETTINGS)).body;
  expect((await fetch(logo_url)).status).toBe(200);
});

test.each([
  [{ blur_plates: 'yes' }, 'blur_plates'],
  [{ language: 'xx' }, 'language'],
])('%j is refused, and who may not set anything is told what is missing', async (change, path) => {
  const { admin, member } = await someOrganization();
  expectProblem(await admin.patch(SETTINGS, change), 422, 'invalid_input', [path]);
  for (const refused of [await member.patch(SETTINGS, {}), await putLogo(member, await picture(9, 9))]) {
    expectProblem(refused, 403, 'forbidden');
    expect(refused.body.message).toContain('organization:manage');
  }
});
