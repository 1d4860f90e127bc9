import type { Inspection } from '../../inspections/records/inspection.ts';
import type { KnownVehicle } from '../../inspections/records/vehicle.ts';
import type { DamageLife, Seen } from '../../inspections/vehicles/damage-lives.ts';
import type { Links } from '../links.ts';

export const presentKnownVehicle = ({ details, ...vehicle }: KnownVehicle) => ({
  id: vehicle.id,
  object_type: 'KNOWN_VEHICLE',
  created_at: vehicle.created_at,
  plate: details.plate ?? null,
  vin: details.vin ?? null,
  brand: details.brand ?? null,
  model: details.model ?? null,
  color: details.color ?? null,
  inspections_count: vehicle.inspections_count,
  first_inspection_at: vehicle.first_inspection_at,
  last_inspection_at: vehicle.last_inspection_at,
});

const area = ({ bounding_box: box }: Inspection['views'][number]) => (box ? box.width * box.height : 0);

/** On the photo that shows most of it. */
const presentSeen = ({ inspection, damage }: Seen, links: Links) => {
  const views = inspection.views.filter(({ damage_id }) => damage_id === damage.id);
  const view = views.toSorted((a, b) => area(b) - area(a))[0];
  const image = view && inspection.images.find(({ id }) => id === view.image_id);
  return {
    inspection_id: inspection.id,
    created_at: inspection.created_at,
    damage_id: damage.id,
    view: image
      ? {
          image_id: image.id,
          path: links.file(image.shown_key),
          image_width: image.width,
          image_height: image.height,
          bounding_box: view.bounding_box,
          polygons: view.polygons,
        }
      : null,
  };
};

export const presentDamageLives = (vehicleId: string, lives: DamageLife[], links: Links) => ({
  id: vehicleId,
  object_type: 'DAMAGE_LIVES',
  damages: lives.map(({ state, seen, gone, first_seen_is_new }) => {
    const { damage_type, part_type } = seen.at(-1)!.damage;
    return {
      damage_type,
      part_type,
      state,
      first_seen_is_new,
      seen: seen.map((one) => presentSeen(one, links)),
      gone_since: gone && { inspection_id: gone.id, created_at: gone.created_at },
    };
  }),
});
