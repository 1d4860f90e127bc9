import type { WheelAnalysis } from '../../inspections/records/findings/wheel.ts';

export const presentWheel = (wheel: WheelAnalysis) => {
  const { predictions } = wheel;
  return {
    id: wheel.id,
    object_type: 'WHEEL_ANALYSIS',
    inspection_id: wheel.inspection_id,
    image_id: wheel.image_id,
    wheel_name: wheel.wheel_name,
    rim_condition: predictions.rim_condition,
    rim_material: predictions.rim_material,
    rim_visual_aspect: predictions.rim_visual_aspect,
    hubcap_over_rim: predictions.hubcap_over_rim,
    hubcap_condition: predictions.hubcap_condition,
    hubcap_visual_aspect: predictions.hubcap_visual_aspect,
    tyre: predictions.tyre,
    bounding_box: wheel.bounding_box,
    model: wheel.model,
    corrected_fields: wheel.stated ?? [],
    created_at: wheel.created_at,
  };
};
