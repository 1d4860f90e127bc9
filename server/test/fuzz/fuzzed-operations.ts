import { randomUUID } from 'node:crypto';
import type { Client } from '@walkaround/harness/clients/client.ts';
import { oneOfEverything, oneWebhook } from '@walkaround/harness/clients/one-of-everything.ts';
import {
  addressOf,
  type Ids,
  type Operation,
  operations,
  reference,
} from '@walkaround/harness/clients/operations.ts';
import type { quietService } from '@walkaround/harness/services/quiet-service.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { answerTo, count, expectSense, outcomeOf } from './expect-answer.ts';
import { mutatedFile } from './mutated-file.ts';
import { requestOf } from './request-of.ts';
import { SEED_PDF, seedPictures } from './seed-pictures.ts';

type Service = Awaited<ReturnType<typeof quietService>>;

/** One of everything, by the names of the parameters that ask for it. */
const prepare = async (service: Service): Promise<{ api: Client; known: Ids }> => {
  const permissions = ['webhooks:manage', 'pricing_matrix:manage', 'organization:manage'];
  const api = await service.client({ organization: randomUUID(), permissions });
  const ids = { ...(await oneOfEverything(api, service.dataDir)), ...(await oneWebhook(api)) };
  const image = (await api.get(`/inspections/${ids.inspection_id}/images/${ids.image_id}`)).body;
  const link = (await api.post(`/inspections/${ids.inspection_id}/share_links`, { allow_contesting: true }))
    .body;
  const { cursors } = (await api.get('/inspections?limit=1')).body.paging;
  const { pathname, searchParams } = new URL(image.path);
  const known = {
    ...ids,
    ...Object.fromEntries(searchParams),
    '*': pathname.slice('/files/'.length),
    image_url: image.path,
    secret: new URL(link.url).pathname.split('/').at(-1)!,
    after: cursors.after,
    before: cursors.before,
  };
  return { api, known };
};

/** Where what an operation could change is read: the inspection or the like that it is about, or what stands beside it. */
const readOf = ({ path }: Operation, all: Operation[]): string => {
  const gets = all.filter(({ method }) => method === 'GET').map((get) => get.path);
  const above = gets.filter((get) => path === get || path.startsWith(`${get}/`));
  const beside = gets.filter((get) => get.startsWith(path.slice(0, path.indexOf('/', 1) + 1)));
  return above.find((get) => get.includes('{')) ?? above[0] ?? beside[0]!;
};

const stateOf = async ({ baseUrl, token }: Client, path: string, known: Ids) => {
  const headers = { authorization: `Bearer ${token}` };
  const state = await (await fetch(baseUrl + addressOf(path, known), { headers })).text();
  // Links are signed anew when their time comes, and every refusal has a number.
  return state.replaceAll(/expires=\d+[^"]*|"request_id":"[^"]*"/g, '');
};

/** Sends an operation of a service whatever its reference allows and does not. `counts` are the answers by outcome. */
export const fuzzOperations = async (service: Service) => {
  const [document, all] = [await reference(), await operations()];
  const file = mutatedFile([...(await seedPictures()), SEED_PDF]);
  const reader = await prepare(service);
  const counts: Record<string, number> = {};

  const fuzz = async (operation: Operation, runs: number, seed: number) => {
    const isReading = operation.method === 'GET';
    const { api, known } = isReading ? reader : await prepare(service);
    const state = async () => (isReading ? '' : stateOf(api, readOf(operation, all), known));
    const wishes = { reference: document, ids: Object.values(known), known, file };
    let before = await state();
    for (const isRight of [true, false])
      await fc.assert(
        fc.asyncProperty(requestOf(operation, { ...wishes, isRight }), async (request) => {
          const answer = await answerTo(api, operation.method, request);
          count(counts, outcomeOf(answer));
          expectSense(answer);
          const after = await state();
          if (answer.status >= 400) expect(after).toBe(before);
          before = after;
        }),
        { numRuns: runs, seed },
      );
  };
  return { fuzz, counts };
};
