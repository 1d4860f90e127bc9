import { imageTypeOf } from '../../inspections/photos/image-type.ts';
import { shownMimetype } from '../../inspections/photos/privacy.ts';
import type { View } from '../../inspections/records/findings/view.ts';
import type { Image } from '../../inspections/records/image.ts';
import { type Links, linksTo } from '../links.ts';
import { presentCompliance } from './compliance.ts';
import { presentRendered, presentView } from './findings.ts';
import { presentWheel } from './wheel.ts';

/** The one that the image is about. */
const wheelOf = ({ wheels: [main] }: Image) => (main ? presentWheel(main) : null);

const presentOdometer = ({ odometer }: Image) =>
  odometer && {
    value: odometer.value,
    unit: odometer.unit,
    confidence_score: odometer.confidence,
    error: odometer.error,
  };

const presentPhotoState = ({ vehicle_state: judged }: Image) =>
  judged && { state: judged.state, probability: judged.probability, heavy_probability: judged.heavy };

export type ImageOptions = {
  /** For readers to whom null, and nothing else, says that the quality of the photo is still being judged. */
  nullWhilePending?: boolean;
};

export const presentImage = (
  image: Image,
  links: Links,
  { views = [], nullWhilePending = false }: ImageOptions & { views?: View[] } = {},
) => ({
  id: image.id,
  object_type: 'IMAGE',
  inspection_id: image.inspection_id,
  inspection: { id: image.inspection_id },
  created_at: image.created_at,
  taken_at: image.taken_at,
  deleted_at: image.deleted_at,
  path: linksTo(image, links).file(image.shown_key),
  name: image.name,
  image_width: image.width,
  image_height: image.height,
  binary_size: image.binary_size,
  mimetype: shownMimetype(image),
  rotate_image_before_upload: image.rotation,
  image_type: imageTypeOf(image),
  image_subtype: image.image_subtype,
  image_sibling_key: image.image_sibling_key,
  sight_id: image.sight_id,
  detailed_viewpoint: image.detailed_viewpoint,
  viewpoint: image.viewpoint,
  has_vehicle: image.has_vehicle,
  vehicle_state: presentPhotoState(image),
  damage_area: image.damage_area,
  tasks: image.tasks.map(({ name, details }) => ({ name, image_details: details })),
  compliances: presentCompliance(image.compliance, image, { nullWhilePending }),
  odometer: presentOdometer(image),
  // Nothing here can see them; an empty list would say that none is on.
  warning_lights: null,
  additional_data: image.additional_data,
  views: views.map((view) => presentView(view, linksTo(image, links))),
  rendered_outputs: image.rendered_outputs.map((rendered) =>
    presentRendered(rendered, image.id, linksTo(image, links)),
  ),
  wheel_analysis: wheelOf(image),
  // As clients of generation 3 spell it.
  wheel_analsis: wheelOf(image),
});
