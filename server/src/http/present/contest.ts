import type { Contest } from '../../inspections/records/contest.ts';
import type { Links } from '../links.ts';

/** For whoever contested: nothing of the people who decide. */
export const presentSharedContest = (contest: Contest, links: Links) => ({
  id: contest.id,
  damage_id: contest.damage_id,
  damage_type: contest.damage.damage_type,
  part_type: contest.damage.part_type,
  reason: contest.reason,
  text: contest.text,
  photos: contest.photos.map(({ id, shown_key, width, height }) => ({
    id,
    path: links.file(shown_key),
    image_width: width,
    image_height: height,
  })),
  state: contest.state,
  created_at: contest.created_at,
  withdrawn_at: contest.withdrawn_at,
  decided_at: contest.decided_at,
  decision_reason: contest.decision_reason,
  damage_removed: contest.damage_removed,
});

export const presentContest = (contest: Contest, links: Links) => ({
  ...presentSharedContest(contest, links),
  inspection_id: contest.inspection_id,
  share_link_id: contest.share_link_id,
  decide_until: contest.decide_until,
  is_overdue: contest.is_overdue,
  damage_is_deleted: contest.damage.is_deleted,
  decided_by: contest.decided_by,
  decided_by_name: contest.decided_by_name,
});
