/** A client of our own that behaves on the wire as the client libraries of generation 4 do. A browser can run it. */
import { newerCalls } from './newer-calls.ts';
import { type ApiConfig, type Body, fileForm, transport } from './newer-transport.ts';

/** The published package reports the version before its own. */
const SDK_VERSION = '4.0.23';

const TASKS: Record<string, Body> = {
  damage_detection: {
    status: 'NOT_STARTED',
    damage_score_threshold: 0.3,
    generate_visual_output: { generate_damages: true },
    generate_subimages_damages: {},
    generate_subimages_parts: { generate_tight: false },
  },
  wheel_analysis: { status: 'NOT_STARTED', use_longshots: true },
  images_ocr: { status: 'NOT_STARTED' },
  human_in_the_loop: { status: 'NOT_STARTED' },
};

type NewInspection4 = {
  tasks: string[];
  vehicleType?: string;
  pricingV2?: boolean;
  callbacks?: Body[];
};

const newInspection = ({ tasks, vehicleType, pricingV2, callbacks }: NewInspection4) => ({
  tasks: Object.fromEntries(
    tasks.map((name) => [
      name,
      { ...TASKS[name], ...(callbacks && name === 'human_in_the_loop' && { callbacks }) },
    ]),
  ),
  vehicle: vehicleType && { vehicle_type: vehicleType },
  damage_severity: { output_format: 'toyota' },
  ...(pricingV2 && { pricing: { output_format: 'toyota' } }),
  additional_data: {
    user_agent: 'a browser',
    connection: {},
    monk_sdk_version: SDK_VERSION,
    damage_detection_version: 'v2',
    use_dynamic_crops: true,
  },
});

const photoForm = (inspectionId: string, json: Body, more: Body, photo: Blob, name: string) =>
  fileForm(
    {
      acquisition: { strategy: 'upload_multipart_form_keys', file_key: 'image' },
      ...json,
      additional_data: { label: { en: 'Front' }, created_at: new Date().toISOString(), ...more },
    },
    'image',
    photo,
    `${name}-${inspectionId}-${Date.now()}.jpeg`,
  );

const readImage = (image: Body) => ({
  id: image.id as string,
  path: image.path as string,
  width: image.image_width as number,
  height: image.image_height as number,
  size: image.binary_size as number,
  type: image.image_type as string,
  sightId: image.additional_data?.sight_id as string | undefined,
  issues: image.compliances?.compliance_issues as string[] | undefined,
});

/** Flat amounts, and prices in a form that the service no longer speaks: the newer one is passed over. */
const readInspection = (raw: Body) => ({
  id: raw.id as string,
  tasks: raw.tasks.map((task: Body) => ({
    id: task.id,
    name: task.name,
    status: task.status,
    images: task.images.map((image: Body) => image.image_id),
  })) as Body[],
  images: raw.images.map(readImage) as ReturnType<typeof readImage>[],
  damages: raw.damages.map((damage: Body) => ({
    id: damage.id,
    parts: damage.part_ids.map(String),
  })) as Body[],
  mileage: raw.vehicle.mileage_value as number | null,
  mileageUnit: raw.vehicle.mileage_unit as string | null,
  vehicleType: raw.vehicle.vehicle_type as string | null,
  pricings: Object.values(raw.pricing?.details ?? {}),
});

export const generation4 = (config: ApiConfig) => {
  const send = transport(config, SDK_VERSION);
  const addImage = async (id: string, form: FormData) =>
    readImage(await send('POST', `/inspections/${id}/images`, { form }));
  return {
    ...newerCalls(send, config),
    createInspection: async (wishes: NewInspection4) =>
      (await send('POST', '/inspections', { json: newInspection(wishes) })).id as string,
    getInspection: async (id: string) => readInspection(await send('GET', `/inspections/${id}`)),
    /** Text and wheels are asked for by name alone, and compliance by a task. */
    addSightPhoto: (id: string, sight: { id: string; tasks: string[] }, photo: Blob) => {
      const compliances = {
        name: 'compliances',
        image_details: { sight_id: sight.id },
        wait_for_result: true,
      };
      const json = { image_type: 'beauty_shot', tasks: [...sight.tasks, compliances] };
      return addImage(id, photoForm(id, json, { sight_id: sight.id }, photo, sight.id));
    },
    addCloseUp: (id: string, shot: 'close_up_part' | 'close_up_damage', siblingKey: string, photo: Blob) => {
      const json = {
        image_type: 'close_up',
        image_subtype: shot,
        image_sibling_key: siblingKey,
        tasks: ['damage_detection', { name: 'compliances', wait_for_result: true }],
      };
      return addImage(id, photoForm(id, json, {}, photo, shot.replaceAll('_', '-')));
    },
  };
};
