import type { FoundBy } from '../records/findings/found-by.ts';
import type { Inspection } from '../records/inspection.ts';

type Findings = Pick<Inspection, 'damages' | 'views' | 'documents' | 'images'>;

/** The models that found anything of what an inspection says, or looked for damages, each with its version, by their names. */
export const modelsUsed = ({ damages, views, documents, images }: Findings): FoundBy[] => {
  const onImages = images.flatMap(({ wheels, vehicle_state: state }) => [
    ...wheels,
    { model: state?.model },
    { model: state?.searched_by },
  ]);
  const ofParts = damages.flatMap(({ evidence }) => [
    { model: evidence?.part_model },
    { model: evidence?.how_bad?.model },
  ]);
  const found: { model?: FoundBy | null | undefined }[] = [
    ...damages,
    ...ofParts,
    ...views,
    ...documents,
    ...onImages,
  ];
  const known = new Map(
    found.flatMap(({ model }) => model ?? []).map((model) => [JSON.stringify(model), model]),
  );
  return [...known.values()].sort((a, b) => a.name.localeCompare(b.name));
};
