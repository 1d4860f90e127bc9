-- What is one of a closed list of words is held to it by the database too (inspections/vocabulary.ts and the records).
-- A new word needs a migration that puts the longer list in the place of the shorter one; store/enumerations.service.test.ts
-- tells which. Versions that run beside this one write only words of these lists. Rows that are there already are checked
-- by 0025, which locks nobody out.

select set_config('walkaround.reach', 'everything', true);

-- The first verdicts on photos named the issues alone. From here on every verdict has all its members.
update images set compliance = '{"scores": {}, "thresholds": {}, "reasons": []}'::jsonb || compliance
where compliance is not null and not (compliance ?& array['scores', 'thresholds', 'reasons']);

alter table inspections
  add constraint inspections_status_known check (status in (
    'NOT_STARTED', 'IN_PROGRESS', 'DONE', 'ERROR', 'VALIDATED')) not valid;

alter table tasks
  add constraint tasks_name_known check (name in (
    'damage_detection', 'wheel_analysis', 'repair_estimate', 'images_ocr', 'compliances', 'pricing',
    'human_in_the_loop', 'odometer', 'warning_lights', 'dashboard_ocr', 'image_editing', 'inspection_pdf')) not valid,
  add constraint tasks_status_known check (status in (
    'NOT_STARTED', 'TODO', 'IN_PROGRESS', 'DONE', 'ERROR', 'VALIDATED')) not valid;

alter table images
  add constraint images_rotation_known check (rotation in (
    'NO_ROTATION', 'CLOCKWISE_90', 'CLOCKWISE_180', 'CLOCKWISE_270')) not valid;

alter table damages
  add constraint damages_damage_type_known check (damage_type in (
    'body_crack', 'broken_glass', 'broken_light', 'dent', 'dirt', 'hubcap_scratch', 'misshape', 'missing_hubcap',
    'missing_piece', 'paint_peeling', 'rustiness', 'scattered_scratches', 'scratch', 'smash', 'light_reflection',
    'shadow', 'car_curve', 'paint_damage')) not valid;

alter table severities
  add constraint severities_related_item_type_known check (related_item_type in (
    'part', 'damage', 'comment')) not valid;

alter table wheel_analyses
  add constraint wheel_analyses_wheel_name_known check (wheel_name in (
    'wheel_front_left', 'wheel_front_right', 'wheel_back_left', 'wheel_back_right')) not valid;

alter table documents
  add constraint documents_type_known check (type in (
    'VIN', 'PASSPORT', 'ID_FR', 'ID', 'VEHICLE_REGISTRATION_PAPERS_FR', 'PLATE', 'ODOMETER')) not valid;

alter table estimates
  add constraint estimates_methodology_known check (methodology in (
    'labor_cost', 'flat_rate')) not valid,
  add constraint estimates_currency_known check (currency in (
    'EUR', 'USD', 'GBP', 'CHF', 'AUD', 'CAD', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'RON')) not valid,
  add constraint estimates_segment_known check (segment in (
    'city', 'compact', 'sedan', 'suv', 'van')) not valid;

alter table prices
  add constraint prices_related_item_type_known check (related_item_type in (
    'part', 'vehicle')) not valid;

alter table corrections
  add constraint corrections_action_known check (action in (
    'created', 'changed', 'deleted', 'restored', 'withdrawn')) not valid;

alter table reports
  add constraint reports_status_known check (status in (
    'requested', 'ready', 'error')) not valid,
  add constraint reports_source_known check (source in (
    'service', 'client')) not valid;

alter table share_links
  add constraint share_links_language_known check (language in (
    'en', 'fr', 'de', 'es')) not valid,
  add constraint share_links_report_status_known check (report_status in (
    'requested', 'ready', 'error')) not valid;

alter table organization_settings
  add constraint organization_settings_language_known check (language in (
    'en', 'fr', 'de', 'es')) not valid;

alter table events
  add constraint events_type_known check (type in (
    'inspection.created', 'inspection.updated', 'inspection.deleted', 'image.added', 'image.assessed',
    'image.updated', 'image.deleted', 'task.started', 'task.progress', 'task.done', 'task.error', 'task.validated',
    'task.validation_withdrawn', 'damage.created', 'damage.deleted', 'pdf.requested', 'pdf.ready', 'pdf.error',
    'share_link.created', 'share_link.revoked')) not valid;

alter table deliveries
  add constraint deliveries_kind_known check (kind in (
    'callback', 'webhook')) not valid,
  add constraint deliveries_status_known check (status in (
    'pending', 'delivered', 'failed')) not valid;

alter table audit_log
  add constraint audit_log_action_known check (action in (
    'inspection.erased', 'retention.changed')) not valid;

-- The parts of a vehicle, wherever something is said of one.
do $$
declare
  known text[] := array[
    'ignore', 'background', 'bumper_back', 'bumper_front', 'door_back_left', 'door_back_right', 'door_front_left',
    'door_front_right', 'fender_back_left', 'fender_back_right', 'fender_front_left', 'fender_front_right',
    'fog_light_back_left', 'fog_light_back_right', 'fog_light_front_left', 'fog_light_front_right', 'front_spoiler',
    'grill', 'grill_low', 'grill_radiator', 'handle_back_left', 'handle_back_right', 'handle_front_left',
    'handle_front_right', 'head_light_left', 'head_light_right', 'header_panel', 'hood', 'hook', 'hubcap',
    'hubcap_back_left', 'hubcap_back_right', 'hubcap_front_left', 'hubcap_front_right', 'indicator_light_left',
    'indicator_light_right', 'license_plate_back', 'license_plate_front', 'logo', 'mirror_support', 'mirror_left',
    'mirror_right', 'petrol_door', 'pillar', 'quarter_window_back_left', 'quarter_window_back_right',
    'quarter_window_front_left', 'quarter_window_front_right', 'rear_spoiler', 'rocker_panel', 'rocker_panel_left',
    'rocker_panel_right', 'roof', 'tail_light_center', 'tail_light_left', 'tail_light_right', 'trunk',
    'turn_signal_front_lateral_left', 'turn_signal_front_lateral_right', 'wheel_back_left', 'wheel_back_right',
    'wheel_front_left', 'wheel_front_right', 'window_back_left', 'window_back_right', 'window_corner_left',
    'window_corner_right', 'window_front_left', 'window_front_right', 'windshield_back', 'windshield_front',
    'wiper', 'wiper_back', 'wiper_front', 'wheel', 'car_inside', 'damaged_car_inside', 'handle_back_center',
    'rim_back_left', 'rim_back_right', 'rim_front_left', 'rim_front_right', 'interior'];
  place record;
begin
  for place in
    select * from (values ('parts', 'part_type'), ('damages', 'part_type'), ('severities', 'label'),
      ('corrections', 'part_type')) places (holder, name)
  loop
    execute format('alter table %1$I add constraint %1$s_%2$s_known check (%2$I = any (%3$L::text[])) not valid',
      place.holder, place.name, known);
  end loop;
end $$;
