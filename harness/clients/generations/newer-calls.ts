/** The calls that late versions of generation 4 and all of generation 5 make in the same way. */
import { type ApiConfig, type Body, fileForm, type Send } from './newer-transport.ts';

const GUARD = { authorized_tasks_statuses: ['NOT_STARTED'] };

export const readDetail = (detail: Body) => ({
  id: detail.id as string,
  pricing: detail.pricing as number,
  relatedItemType: detail.related_item_type as string,
  relatedItemId: detail.related_item_id as string | null,
  operations: detail.operations as string[] | undefined,
  hours: detail.hours as Record<string, number> | undefined,
});

const idOf = async (answer: Promise<Body>): Promise<string> => {
  const { id } = await answer;
  if (typeof id !== 'string') throw new TypeError('the answer has no id');
  return id;
};

export type Find = Record<string, unknown> & {
  limit?: number;
  before?: string;
  after?: string;
  order_by?: string;
  pagination_order?: 'asc' | 'desc';
};

export const newerCalls = (send: Send, config: ApiConfig) => {
  const one = (id: string) => `/inspections/${id}`;
  const updateTaskStatus = (id: string, name: string, status: string) =>
    idOf(send('PATCH', `${one(id)}/tasks/${name}`, { json: { status } }));
  const readPdf = async (id: string) => {
    const { id: pdfId, pdf_url } = await send('GET', `${one(id)}/pdf`);
    return { id: pdfId as string, pdfUrl: pdf_url as string };
  };
  const light = (id: string) => send('GET', one(id), { query: { verbose: 'light' } });

  return {
    /** Without `paging.cursors` this throws. */
    getAllInspections: async (find: Find = {}) => {
      const query = { verbose: 1, show_deleted: false, ...find };
      const { data, paging } = await send('GET', '/inspections', { query });
      const { before, after } = paging.cursors;
      return { data: data as Body[], before: before as string, after: after as string };
    },
    getAllInspectionsCount: async (find: Find = {}) => {
      const { total } = await send('GET', '/inspections/count', { query: { show_deleted: false, ...find } });
      return total as number;
    },
    /** With a function it first reads what is there. */
    updateAdditionalData: async (id: string, change: Body | ((before: Body) => Body)) => {
      const additional_data =
        typeof change === 'function' ? change((await light(id)).additional_data) : change;
      return idOf(send('PATCH', one(id), { json: { additional_data } }));
    },
    updateInspectionVehicle: (id: string, vehicle: Body) =>
      idOf(send('PATCH', `${one(id)}/vehicle`, { json: vehicle })),
    updateImageAdditionalData: (id: string, imageId: string, additional_data: Body) =>
      idOf(send('PATCH', `${one(id)}/images/${imageId}`, { json: { additional_data } })),
    deleteImage: (id: string, imageId: string) =>
      idOf(send('DELETE', `${one(id)}/images/${imageId}`, { json: GUARD })),
    deleteImagesBulk: async (id: string, image_ids: string[]) => {
      const answer = await send('POST', `${one(id)}/images/delete`, { json: { image_ids, ...GUARD } });
      return {
        message: answer.message as string,
        deleted: [...answer.deleted_image_ids] as string[],
        failed: (answer.failed ?? []).map(({ image_id, reason }: Body) => ({ image_id, reason })) as Body[],
      };
    },
    updateTaskStatus,
    startInspectionTasks: (id: string, names: string[]) =>
      Promise.all(names.map((name) => updateTaskStatus(id, name, 'TODO'))),
    createDamage: (id: string, damage_type: string, part_type: string) =>
      idOf(send('POST', `${one(id)}/damages`, { json: { damage_type, part_type } })),
    deleteDamage: (id: string, damageId: string) => idOf(send('DELETE', `${one(id)}/damages/${damageId}`)),
    createPricing: async (id: string, pricing: number, part?: string) => {
      const related_item_type = part ? 'part' : 'vehicle';
      const json = { pricing, related_item_type, part_type: part ?? 'ignore' };
      return readDetail(await send('POST', `${one(id)}/pricing`, { json }));
    },
    updatePricing: async (id: string, pricingId: string, pricing: number) =>
      readDetail(await send('PATCH', `${one(id)}/pricing/${pricingId}`, { json: { pricing } })),
    deletePricing: (id: string, pricingId: string) => idOf(send('DELETE', `${one(id)}/pricing/${pricingId}`)),
    uploadPdf: async (id: string, pdf: Blob) => {
      const json = { pdf_post_strategy: 'upload' };
      const form = fileForm(json, 'pdf_data', pdf, `${id}-${Date.now()}.pdf`);
      await send('POST', `${one(id)}/pdf`, { form });
      return readPdf(id);
    },
    getPdf: readPdf,
    /** Also the source of an <img>: a tenth of the photo, without a token. */
    thumbnailUrl: ({ path, width, height }: { path: string; width: number; height: number }) => {
      const tenth = (side: number) => String(Math.round(side * 0.1));
      const query = new URLSearchParams({ image_url: path, width: tenth(width), height: tenth(height) });
      return `https://${config.thumbnailDomain}/?${query}`;
    },
    /** Theirs is a public address of the vendor; ours has the same end. */
    getLiveConfig: async (id: string): Promise<Body> => {
      const host = config.apiDomain.split('/')[0];
      const query = `nocache=${Date.now()}`;
      return (await config.fetch(`https://${host}/live-configurations/${id}.json?${query}`)).json();
    },
  };
};
