/** What a capture app does, as a module of a web page: the client of the other tests, with the browser's own fetch. */
import { generation5 } from './generation-5.ts';

export type Told = { apiDomain: string; thumbnailDomain: string; authToken: string; photo: string };

export const capture = async ({ photo, ...config }: Told) => {
  const api = generation5({ ...config, fetch: fetch.bind(globalThis) });
  const jpeg = new Blob([Uint8Array.from(atob(photo), (letter) => letter.charCodeAt(0))]);
  const id = await api.createInspection({ tasks: ['damage_detection'], vehicle: { plate: 'AB-123-CD' } });
  const sight = { id: 'haccord-8YjMcu0D', label: { key: 'front' }, tasks: ['damage_detection'] };
  const image = await api.addImage(id, { kind: 'beauty-shot', sight, compliance: false }, jpeg);
  const other = await api.addImage(id, { kind: 'part-select', parts: ['hood'], compliance: false }, jpeg);
  await api.updateAdditionalData(id, { capture_duration: 30 });
  await api.updateImageAdditionalData(id, image.id, { sight_id: sight.id });
  const deleted = await api.deleteImage(id, other.id);
  const bytes = await (await fetch(image.path)).blob();
  return {
    images: (await api.getInspection(id)).images.map((one) => one.id),
    image,
    deleted: deleted === other.id,
    readable: bytes.size === image.size,
    thumbnail: api.thumbnailUrl(image),
    total: await api.getAllInspectionsCount(),
    refused: await api.getPdf(id).catch((error: Error) => error.name),
  };
};
