import type { SideBySideSummary } from '../../actions/organization/read-side-by-side.ts';
import type { ShownSideBySide } from '../../inspections/ports/models.ts';
import type { Links } from '../links.ts';

export const presentSideBySide = ({ organization_id, compared }: SideBySideSummary) => ({
  id: organization_id,
  compared: compared && {
    judging: compared.judging,
    along: compared.along,
    share: compared.share,
    since: compared.since,
    inspections: compared.inspections,
    photos: compared.photos,
    agreed: compared.agreed,
    only_judging: compared.only_judging,
    only_along: compared.only_along,
    said_on_photos: compared.said_on_photos,
    said: compared.said,
  },
});

export const presentDiffering = (photo: ShownSideBySide, links: Links) => ({
  id: photo.id,
  inspection_id: photo.inspection_id,
  image_id: photo.image_id,
  path: links.file(photo.shown_key),
  image_width: photo.width,
  image_height: photo.height,
  created_at: photo.created_at,
  places: photo.places.map(({ damage_type, score, bounding_box, polygons, seen_by }) => ({
    damage_type,
    score,
    bounding_box,
    polygons,
    seen_by,
  })),
});
