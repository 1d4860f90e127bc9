import { type Client, client } from '@walkaround/harness/clients/client.ts';
import { imagesOf, newInspection } from '@walkaround/harness/clients/inspection.ts';
import { beforeAll, expect, test } from 'vitest';

let api: Client;
beforeAll(async () => {
  api = await client();
});

const linked = (url: string) => ({ acquisition: { strategy: 'download_from_url', url } });

test.each([
  'http://127.0.0.1/a.jpg',
  'http://127.1/a.jpg',
  'http://2130706433/a.jpg',
  'http://0x7f.0.0.1/a.jpg',
  'http://0.0.0.0/a.jpg',
  'http://localhost/a.jpg',
  'https://localhost:8080/health',
  'http://10.0.0.1/a.jpg',
  'http://172.16.0.1/a.jpg',
  'http://192.168.1.1/a.jpg',
  'http://100.64.0.1/a.jpg',
  'http://169.254.169.254/latest/meta-data/',
  'http://224.0.0.1/a.jpg',
  'http://[::1]/a.jpg',
  'http://[::]/a.jpg',
  'http://[::ffff:127.0.0.1]/a.jpg',
  'http://[fe80::1]/a.jpg',
  'http://[fd00::1]/a.jpg',
])('the service does not fetch %s for anybody', async (url) => {
  const id = await newInspection(api);
  const image = await api.post(`/inspections/${id}/images`, linked(url));
  expect(image.status).toBe(422);
  expect(image.body.code).toBe('forbidden_address');
  expect(image.body.errors).toEqual([{ path: 'acquisition.url', message: image.body.message }]);

  const view = await api.post(`/inspections/${id}/views`, { new_image: linked(url) });
  expect(view.status).toBe(422);
  expect(view.body.code).toBe('forbidden_address');
  expect(view.body.errors).toEqual([{ path: 'new_image.acquisition.url', message: view.body.message }]);
  expect(await imagesOf(api, id)).toEqual([]);

  const somebody = await client();
  const created = await somebody.post('/inspections', {
    tasks: { damage_detection: {} },
    images: [linked(url)],
  });
  expect(created.status).toBe(422);
  expect(created.body.code).toBe('forbidden_address');
  expect(created.body.errors).toEqual([{ path: 'images.0.acquisition.url', message: created.body.message }]);
  expect((await somebody.get('/inspections')).body.data).toEqual([]);
});

test('an address with a password in it is refused, and the password is not repeated', async () => {
  const id = await newInspection(api);
  const refused = await api.post(`/inspections/${id}/images`, linked('http://user:secret@example.com/a.jpg'));
  expect(refused.status).toBe(422);
  expect(refused.body.errors[0].path).toBe('acquisition.url');
  expect(JSON.stringify(refused.body)).not.toContain('secret');
});
