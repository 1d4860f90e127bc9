import type { ModelQuality } from '../../actions/organization/read-model-quality.ts';
import { fallSentence } from '../../inspections/watching/model-quality.ts';

export const presentModelQuality = ({ organization_id, weeks, falls }: ModelQuality) => ({
  id: organization_id,
  weeks: weeks.map(({ week, inspections, photos, rejected, models, quality }) => ({
    week,
    inspections,
    photos,
    rejected_photos: rejected,
    models: models.map((model) => ({
      name: model.name,
      version: model.version,
      outcomes: model.outcomes,
      confirmed_share: model.confirmed_share,
      added_share: model.added_share,
      abstained_share: model.abstained_share,
      mean_score: model.mean_score,
      score_drift: model.score_drift,
    })),
    photo_quality: quality.map(({ score, mean, drift }) => ({ score, mean, drift })),
  })),
  alerts: falls.map((fall) => ({
    code: 'confirmation_fell',
    message: fallSentence(fall),
    model: fall.name,
    version: fall.version,
    week: fall.week,
    share: fall.share,
    findings: fall.findings,
    share_before: fall.share_before,
    findings_before: fall.findings_before,
  })),
});
