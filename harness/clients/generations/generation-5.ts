/** A client of our own that behaves on the wire as the client libraries of generation 5 do. A browser can run it. */
import { readImage, readInspection } from './generation-5-reading.ts';
import { type Upload, uploadForm } from './generation-5-uploads.ts';
import { newerCalls } from './newer-calls.ts';
import { type ApiConfig, type Body, transport } from './newer-transport.ts';

const SDK_VERSION = '5.4.2';

const OPTIONS: Record<string, Body> = {
  damage_detection: {
    damage_score_threshold: 0.3,
    generate_visual_output: { generate_damages: true },
    generate_subimages_parts: { generate_tight: false },
    generate_subimages_damages: {},
    dampart_confidence_score: { size_bucket_limits_cm: [3, 10] },
  },
  wheel_analysis: { use_longshots: true },
  pricing: { status: 'TODO', output_format: 'default', config: 'default', methodology: 'labor_cost' },
};

type NewInspection5 = {
  tasks: string[];
  callbacks?: Body[];
  vehicle?: Body;
  inspectionType?: string;
  isVideoCapture?: boolean;
  additionalData?: Body;
};

const HAS_CALLBACKS = ['wheel_analysis', 'human_in_the_loop'];

const newInspection = ({ tasks, callbacks, ...wishes }: NewInspection5) => ({
  tasks: Object.fromEntries(
    tasks.map((name) => [
      name,
      {
        status: 'NOT_STARTED',
        ...OPTIONS[name],
        ...(callbacks && HAS_CALLBACKS.includes(name) && { callbacks }),
      },
    ]),
  ),
  vehicle: wishes.vehicle,
  damage_severity: { output_format: 'default' },
  inspection_type: wishes.inspectionType,
  additional_data: {
    user_agent: 'a browser',
    connection: {},
    monk_sdk_version: SDK_VERSION,
    damage_detection_version: 'v2',
    use_dynamic_crops: true,
    is_video_capture: wishes.isVideoCapture ?? false,
    ...wishes.additionalData,
  },
});

export type Generation5 = ReturnType<typeof generation5>;

export const generation5 = (config: ApiConfig) => {
  const send = transport(config, SDK_VERSION);
  return {
    ...newerCalls(send, config),
    createInspection: async (wishes: NewInspection5) => {
      const { id } = await send('POST', '/inspections', { json: newInspection(wishes) });
      return id as string;
    },
    getInspection: async (id: string, { light = true } = {}) => {
      const query = light ? { verbose: 'light' } : {};
      return readInspection(await send('GET', `/inspections/${id}`, { query }));
    },
    addImage: async (id: string, upload: Upload, photo: Blob) =>
      readImage(await send('POST', `/inspections/${id}/images`, { form: uploadForm(id, upload, photo) })),
  };
};

/** When the capture pages of the apps take an inspection for finished. */
export const isPhotoCaptureDone = (tasks: { status: string }[]) =>
  tasks.every(({ status }) => status !== 'NOT_STARTED');
export const isVideoCaptureDone = (tasks: { status: string }[]) =>
  tasks.some(({ status }) => status !== 'NOT_STARTED');
