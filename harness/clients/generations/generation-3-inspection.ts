const callbackTo = (address: string) => ({
  url: `${address}/done`,
  headers: { 'X-My_Own-Header': 'camelCase stays' },
  params: { inspectionName: 'A b&c', snake_name: 1 },
  callbackEvent: ['STATUS_SET_TO_DONE', 'STATUS_SET_TO_ERROR'],
});

/** An inspection with everything that generation 3 can put into one. */
export const wholeInspection = (callbackAddress?: string) => ({
  tasks: {
    damageDetection: {
      status: 'NOT_STARTED',
      damageScoreThreshold: 0.3,
      generateSubimagesParts: { generateTight: false, margin: 0 },
      generateVisualOutput: { generateDamages: true, generateParts: true },
      callbacks: callbackAddress ? [callbackTo(callbackAddress)] : [],
    },
    wheelAnalysis: { status: 'NOT_STARTED', useLongshots: true },
    repairEstimate: { status: 'NOT_STARTED', usePricingMatrix: true },
    imagesOcr: { status: 'NOT_STARTED' },
  },
  vehicle: {
    brand: 'Renault',
    vehicleType: 'suv',
    vehiculeAge: '3',
    mileage: { value: 1200, unit: 'km' },
    marketValue: { value: 9000, unit: 'EUR' },
    ownerInfo: { firstName: 'Bo' },
  },
  damageSeverity: { outputFormat: 'toyota' },
  damageAreas: [{ id: 'a', relevantElements: ['hood'] }],
  inspectionType: 'claim',
  accidentNature: 'hail',
  usageDuration: 12,
  additionalData: {
    environment: {
      userAgent: 'x',
      connection: { effectiveType: '4g', rtt: 50 },
      packages: { corejs: '3.8.17' },
    },
    pdfData: { agentFirstName: 'Ada' },
    t1: 1,
  },
});
