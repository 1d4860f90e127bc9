import { z } from 'zod';

const score = (what: string) => z.number().min(0).max(1).optional().describe(what);

/** What was not checked is left out. */
const check = {
  status: z.enum(['TODO', 'DONE']),
  is_compliant: z.boolean().nullable().describe('null while it is pending.'),
  reasons: z
    .array(z.string())
    .describe('A code in capitals, two hyphens, and a sentence that says what to do.'),
};

const ImageAnalysis = z.object({
  blurriness: score('Low is bad, as with every score but zoom.'),
  overexposure: score('Low is too bright.'),
  underexposure: score('Low is too dark.'),
  lens_flare: score('Low is light in the lens.'),
  zoom: score('Low is too near, high is too far away.'),
  resolution: score('Low is too few pixels.'),
  image_width: z.number().int(),
  image_height: z.number().int(),
  binary_size: z.number().int(),
  orientation: z.enum(['landscape', 'portrait', 'other']),
  predicted_image_type: z.enum(['unknown', 'beauty_shot', 'close_up']),
});

const VehicleAnalysis = z.object({
  is_vehicle_present: z.boolean().optional(),
  vehicle_fully_in_frame: z.boolean().optional(),
  ratio_of_vehicle_to_image_pixels: score('Of the box around the vehicle.'),
  reflections: score('Low is many.'),
  dirtiness: score('Low is dirty.'),
  wetness: score('Low is wet.'),
  snowness: score('Low is much snow.'),
});

const CoverageAnalysis = z.object({
  probability_by_viewpoint: z.record(z.string(), z.number()),
  is_compliant_with_sight: z.boolean().optional(),
  compliance_issues: z
    .array(z.string())
    .describe(
      'Includes codes that are only notes: unknown_sight, unknown_viewpoint, interior_not_supported.',
    ),
});

export const ComplianceAnswer = z
  .object({
    compliance_status: z.enum(['compliant', 'non_compliant']).optional(),
    compliance_issues: z.array(z.string()).optional().describe('What the photo is to be taken again for.'),
    should_retake: z.boolean().optional(),
    image_analysis: ImageAnalysis.optional(),
    vehicle_analysis: VehicleAnalysis.optional().describe('Only where models analyzed the photo.'),
    coverage_analysis: CoverageAnalysis.optional().describe('Only where models analyzed the photo.'),
    image_quality_assessment: z.object({
      ...check,
      details: z.record(z.string(), z.unknown()).optional().describe('The scores, and their thresholds.'),
    }),
    coverage_360: z
      .object({ ...check, sight_id: z.string().optional() })
      .optional()
      .describe('Whether the photo shows what its sight requires; pending while no model has checked it.'),
    zoom_level: z.object({ ...check, details: z.object({ zoom_score: z.number() }) }).optional(),
  })
  .meta({ id: 'Compliance' });
