/**
 * A client of our own that behaves on the wire as the client libraries of generation 3 do: it mangles the
 * names of everything it sends, sends their headers, and reads answers without asking whether they are there.
 */
import { expect } from 'vitest';
import { type Answer, type Body, clientOf } from '../client.ts';

const words = (name: string) => name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [name];

const snakeCase = (name: string) =>
  words(name)
    .map((word) => word.toLowerCase())
    .join('_');

const camelCase = (name: string) =>
  words(name)
    .map((word, index) =>
      index === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join('');

/** All names, at every depth, free-form objects included; only callbacks are left alone. */
const mapNames = (value: Body, name: (name: string) => string): Body => {
  if (Array.isArray(value)) return value.map((member) => mapNames(member, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      name(key),
      key === 'callbacks' ? member : mapNames(member, name),
    ]),
  );
};

type Entities = Record<string, Record<string, Body>>;

const RELATIONS: Record<string, Record<string, string>> = {
  inspections: {
    images: 'images',
    damages: 'damages',
    tasks: 'tasks',
    vehicle: 'vehicles',
    wheelAnalysis: 'wheelAnalysis',
  },
  images: { views: 'views', damageArea: 'damageAreas' },
};

const collect = (entities: Entities, kind: string, record: Body): string => {
  if (record.id === undefined) throw new TypeError(`a record of ${kind} has no id`);
  const flat = { ...record };
  for (const [name, related] of Object.entries(RELATIONS[kind] ?? {})) {
    const member = flat[name];
    if (Array.isArray(member)) flat[name] = member.map((one) => collect(entities, related, one));
    else if (member) flat[name] = collect(entities, related, member);
  }
  entities[kind] = { ...entities[kind], [record.id]: { ...entities[kind]?.[record.id], ...flat } };
  return record.id;
};

const normalize = (kind: string, raw: Body) => {
  const entities: Entities = {};
  return { result: collect(entities, kind, mapNames(raw, camelCase)), entities };
};

/** Where the libraries put the wheels: at the root, or else gathered from the images by their task. */
const withWheels = (raw: Body) => {
  if (raw.wheel_analysis !== null) return raw;
  const task = raw.tasks.find((one: Body) => one.name === 'wheel_analysis');
  const wheels = raw.images
    .filter((image: Body) => image.wheel_analsis)
    .map((image: Body) => ({
      ...image.wheel_analsis,
      wheelName: task.images.find((one: Body) => one.image_id === image.id).details.wheel_name,
    }));
  return { ...raw, wheel_analysis: wheels };
};

export class Refused extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super(`${answer.status} ${JSON.stringify(answer.body)}`);
    this.answer = answer;
  }
}

/** The refusal that this ends in; anything else fails the test. */
export const refusal = async (work: Promise<unknown>): Promise<Refused> => {
  const error = await work.then(
    () => null,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(Refused);
  return error;
};

export type Generation3 = ReturnType<typeof generation3>;

export const generation3 = (baseUrl: string, token: string) => {
  const plain = clientOf(baseUrl, token);
  const headers = { accept: 'application/json, text/plain, */*', 'access-control-allow-origin': '*' };
  const send = async (method: string, path: string, json?: unknown, query: Body = {}): Promise<Body> => {
    const search = new URLSearchParams(mapNames(query, snakeCase)).toString();
    const body = json === undefined ? undefined : mapNames(json, snakeCase);
    const answer = await plain.send(method, search ? `${path}?${search}` : path, { json: body, headers });
    if (answer.status < 200 || answer.status > 299) throw new Refused(answer);
    return answer.body;
  };
  const one = (id: string) => `/inspections/${id}`;

  return {
    inspection: {
      createOne: async (data: Body) => (await send('POST', '/inspections', data)).id as string,
      getOne: async (id: string, options?: Body) =>
        normalize('inspections', withWheels(await send('GET', one(id), undefined, options))),
      getMany: async (options?: Body) => {
        const { data, paging } = await send('GET', '/inspections', undefined, options);
        return { pages: data.map((raw: Body) => normalize('inspections', raw)), paging, data };
      },
      addAdditionalDataToOne: (id: string, data: Body) => send('PATCH', `${one(id)}/pdf_data`, data),
      requestInspectionReportPdf: (id: string, data: Body) => send('POST', `${one(id)}/pdf`, data),
      getInspectionReportPdf: (id: string) => send('GET', `${one(id)}/pdf`),
      deleteOne: (id: string) => send('DELETE', one(id)),
    },
    image: {
      getOne: (id: string, imageId: string) => send('GET', `${one(id)}/images/${imageId}`),
      getMany: (id: string, options?: Body) => send('GET', `${one(id)}/images`, undefined, options),
      addOne: async (id: string, data: Body) => (await send('POST', `${one(id)}/images`, data)).id as string,
      /** The camera builds its form by itself: nothing in it is renamed. */
      upload: async (id: string, json: Body, file: Buffer, type = 'image/jpeg'): Promise<string> => {
        const name = `sight-${id}.${type.split('/')[1]}`;
        const answer = await plain.upload(`${one(id)}/images`, json, file, { headers, name, type });
        if (answer.status > 299) throw new Refused(answer);
        return answer.body.id;
      },
    },
    damageArea: {
      upsertOne: async (id: string, imageId: string, data: Body) =>
        mapNames(await send('PATCH', `${one(id)}/images/${imageId}/damage_areas`, data), camelCase),
    },
    damage: {
      createOne: async (id: string, data: Body) =>
        (await send('POST', `${one(id)}/damages`, data)).id as string,
      deleteOne: (id: string, damageId: string) => send('DELETE', `${one(id)}/damages/${damageId}`),
    },
    view: {
      createOne: async (id: string, data: Body) =>
        (await send('POST', `${one(id)}/views`, data)).id as string,
      deleteOne: (id: string, viewId: string) => send('DELETE', `${one(id)}/views/${viewId}`),
    },
    task: {
      getOne: async (id: string, name: string) =>
        mapNames(await send('GET', `${one(id)}/tasks/${name}`), camelCase),
      /** Looks for the tasks one by one, the text task under its other name. */
      getMany: async (id: string): Promise<Body[]> => {
        const byName = await send('GET', `${one(id)}/tasks`);
        return ['damage_detection', 'wheel_analysis', 'repair_estimate', 'image_ocr']
          .filter((name) => byName[name])
          .map((name) => mapNames(byName[name], camelCase));
      },
      updateOne: async (id: string, name: string, data: Body) =>
        (await send('PATCH', `${one(id)}/tasks/${name}`, data)).id as string,
    },
    vehicle: {
      updateOne: async (id: string, data: Body) =>
        (await send('PATCH', `${one(id)}/vehicle`, data)).id as string,
    },
    severity: {
      createOne: (id: string, data: Body) => send('POST', `${one(id)}/severity_pricing`, data),
      updateOne: (id: string, severityId: string, data: Body) =>
        send('PATCH', `${one(id)}/severity_pricing/${severityId}`, data),
    },
    /** The raw answer, as the report and the list page read it. */
    raw: (path: string) => send('GET', path),
  };
};

const FOLLOWED = [
  'damage_detection',
  'wheel_analysis',
  'images_ocr',
  'repair_estimate',
  'pricing',
  'dashboard_ocr',
];

/** What the report page takes out of an inspection, every step of it unguarded. */
export const readReport = (inspection: Body) => ({
  pending: inspection.tasks
    .filter((task: Body) => FOLLOWED.includes(task.name))
    .filter(
      (task: Body) => task.name !== 'images_ocr' || task.status !== 'NOT_STARTED' || !inspection.vehicle.vin,
    )
    .filter((task: Body) => task.status !== 'DONE' && task.status !== 'ERROR')
    .map((task: Body) => task.name),
  failed: inspection.tasks.filter((task: Body) => task.status === 'ERROR').map((task: Body) => task.name),
  renderings: inspection.images.flatMap((image: Body) =>
    image.rendered_outputs.filter(
      (output: Body) => output.additional_data.description === 'rendering of detected damages',
    ),
  ),
  parts: inspection.parts.map((part: Body) => ({
    name: part.part_type,
    photos: part.related_images.map((image: Body) => image.path),
    damages: part.damage_ids.length,
  })),
  severities: inspection.severity_results.map((severity: Body) => ({
    id: severity.id,
    part: severity.label,
    level: severity.value.custom_severity.level,
    price: severity.value.custom_severity.pricing,
    replace: severity.value.custom_severity.repair_operation.REPLACE,
  })),
});

/** What the camera takes out of an image. Every check is looked into: a null among them throws. */
export const readCompliance = ({ compliances }: Body) => {
  const checks = Object.values<Body>(compliances).filter((check) => check.status !== undefined);
  const { status, is_compliant } = compliances.image_quality_assessment;
  const reasons = checks.flatMap((check) => check.reasons ?? []);
  return {
    status,
    compliant: is_compliant,
    codes: reasons.map((reason: string) => reason.split('--')[0]!),
  };
};
