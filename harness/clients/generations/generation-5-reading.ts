/** What generation 5 makes of an inspection. Only what it guards is guarded here: all else throws when it is missing. */
import { readDetail } from './newer-calls.ts';
import type { Body } from './newer-transport.ts';

/** Not shown to people unless an app asks for them. */
const QUIET = [
  'other',
  'low_resolution',
  'dirtiness',
  'snowness',
  'wetness',
  'interior_not_supported',
  'low_quality',
];

/** A photo without the object is "running", and the gallery asks again every second until it is there. */
const readVerdict = ({ compliances }: Body) => {
  if (compliances === null || compliances === undefined) return { status: 'running', issues: [] };
  const issues = compliances.compliance_issues.filter((issue: string) => !QUIET.includes(issue));
  return { status: issues.length === 0 ? 'success' : 'failed', issues };
};

export const readImage = (image: Body) => {
  for (const name of ['id', 'path', 'mimetype', 'image_type'])
    if (typeof image[name] !== 'string') throw new TypeError(`the image has no ${name}`);
  for (const name of ['image_width', 'image_height', 'binary_size'])
    if (typeof image[name] !== 'number') throw new TypeError(`the image has no ${name}`);
  return {
    id: image.id as string,
    path: image.path as string,
    width: image.image_width as number,
    height: image.image_height as number,
    size: image.binary_size as number,
    type: image.image_type as string,
    subtype: image.image_subtype as string | null,
    siblingKey: image.image_sibling_key as string | null,
    viewpoint: image.viewpoint ?? undefined,
    detailedViewpoint: image.detailed_viewpoint ?? undefined,
    sightId: image.additional_data?.sight_id as string | undefined,
    label: image.additional_data?.label as Body,
    createdAt: image.additional_data?.created_at ? new Date(image.additional_data.created_at) : undefined,
    frameIndex: image.additional_data?.frame_index as number | undefined,
    alpha: image.additional_data?.alpha as number | undefined,
    additionalData: image.additional_data,
    mileage: image.odometer?.value as number | undefined,
    warningLights: image.warning_lights?.activated_warning_lights as string[] | undefined,
    compliance: readVerdict(image),
    views: (image.views ?? []).map(readView),
    renderedOutputs: (image.rendered_outputs ?? []).map(readRendered),
  };
};

const readRendered = (output: Body) => ({
  id: output.id,
  baseImageId: output.base_image_id,
  path: output.path,
  description: output.additional_data.description,
});

const readView = (view: Body) => {
  const { bounding_box, polygons } = view.image_region.specification;
  return {
    id: view.id,
    elementId: view.element_id,
    box: [bounding_box.xmin, bounding_box.ymin, bounding_box.width, bounding_box.height],
    corners: polygons.flatMap((polygon: Body) => polygon.map(([x, y]: [number, number]) => ({ x, y }))),
    renderedOutputs: (view.rendered_outputs ?? []).map(readRendered),
  };
};

const relatedImages = (related: Body[]) => related.map((image) => image.base_image_id);

const readWheel = (wheel: Body) => ({
  imageId: wheel.image_id,
  wheelName: wheel.wheel_name,
  rim: [wheel.rim_condition, wheel.rim_material, wheel.rim_visual_aspect].map((one) => one.prediction),
  hubcap: [wheel.hubcap_over_rim, wheel.hubcap_condition, wheel.hubcap_visual_aspect].map(
    (one) => one.prediction,
  ),
});

const readVehicle = (vehicle: Body) => ({
  id: vehicle.id,
  brand: vehicle.brand,
  plate: vehicle.plate,
  vehicleType: vehicle.vehicle_type,
  mileage: vehicle.mileage.mileage_value,
  mileageUnit: vehicle.mileage.mileage_unit,
  marketValue: vehicle.market_value.market_value_value,
  marketValueUnit: vehicle.market_value.market_value_unit,
  ownerInfo: vehicle.owner_info,
});

const readTask = (task: Body) => ({
  id: task.id as string,
  name: task.name as string,
  status: task.status as string,
  images: task.images.map((image: Body) => image.image_id) as string[],
  wheelCloseUps: !task.arguments.use_longshots,
});

export const readInspection = (raw: Body) => ({
  id: raw.id as string,
  additionalData: raw.additional_data,
  inspectionType: raw.inspection_type as string | null,
  pdfUrl: raw.pdf_url as string | null,
  images: (raw.images ?? []).map(readImage) as ReturnType<typeof readImage>[],
  damages: (raw.damages ?? []).map((damage: Body) => ({
    id: damage.id,
    type: damage.damage_type,
    parts: damage.part_ids.map(String),
    images: relatedImages(damage.related_images),
  })),
  parts: (raw.parts ?? []).map((part: Body) => ({
    id: part.id,
    type: part.part_type,
    damages: part.damage_ids.map(String),
    images: relatedImages(part.related_images),
  })),
  /** A member that is not null must have `details`, whatever it is called. */
  pricings: Object.values<Body>(raw.pricing ?? {}).flatMap((method) =>
    method === null ? [] : Object.values(method.details).map(readDetail),
  ),
  severities: (raw.severity_results ?? []).map((result: Body) => ({
    id: result.id,
    part: result.label,
    level: result.value.custom_severity?.level,
    // On the result itself, though recordings have it inside the value.
    repairOperation: result.repair_operation && {
      t1: result.repair_operation.T1 as number | undefined,
      t2: result.repair_operation.T2 as number | undefined,
      paint: result.repair_operation.PAINT as number | undefined,
      replace: result.repair_operation.REPLACE as boolean | undefined,
      additional: result.repair_operation.ADDITIONAL as boolean | undefined,
    },
  })),
  tasks: (raw.tasks ?? []).map(readTask) as ReturnType<typeof readTask>[],
  vehicle: raw.vehicle ? readVehicle(raw.vehicle) : undefined,
  wheels: (raw.wheel_analysis ?? []).map(readWheel),
});
