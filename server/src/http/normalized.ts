/**
 * The second representation of every answer: entities keyed by id, camelCase, and the id (or ids) of the
 * main record. It is computed from the first one, so the two cannot disagree.
 */
/** They are in every answer, also where there are none. */
const ALWAYS_THERE = [
  'inspections',
  'images',
  'tasks',
  'vehicles',
  'damages',
  'views',
  'parts',
  'damageAreas',
  'wheelAnalysis',
] as const;
const ENTITY_KINDS = [
  ...ALWAYS_THERE,
  'severityResults',
  'pdfs',
  'evidencePacks',
  'shareLinks',
  'sharedInspections',
  'organizationSettings',
  'auditEntries',
  'usageReports',
  'sights',
  'models',
  'webhooks',
  'deliveries',
  'comparisons',
  'pricings',
  'pricingMatrices',
  'corrections',
  'suspicions',
  'readings',
  'comments',
  'contests',
  'members',
  'savedFilters',
  'knownVehicles',
  'damageLives',
  'trainingData',
  'trainingInspections',
  'sideBySides',
  'differingPhotos',
  'modelQuality',
] as const;

export type EntityKind = (typeof ENTITY_KINDS)[number];

type Json = Record<string, unknown>;
type Entities = Record<string, Record<string, Json>>;

/** Which members of an entity are entities of their own. */
const RELATIONS: Partial<Record<EntityKind, Record<string, EntityKind>>> = {
  inspections: {
    images: 'images',
    tasks: 'tasks',
    damages: 'damages',
    vehicle: 'vehicles',
    wheel_analysis: 'wheelAnalysis',
  },
  images: {
    views: 'views',
    damage_area: 'damageAreas',
    wheel_analysis: 'wheelAnalysis',
    wheel_analsis: 'wheelAnalysis',
  },
};

/** The clients' own objects, and the compliances that the specification shows as they are. */
const UNTOUCHED = new Set([
  'additional_data',
  'owner_info',
  'compliances',
  'damage_severity',
  'scoring',
  'viewpoint_details',
  'headers',
  'payload',
]);

/** The rules of this form, as the reference publishes them for those who make types of it. */
export const NORMALIZED_RULES = {
  kinds: ENTITY_KINDS,
  relations: RELATIONS,
  untouched: [...UNTOUCHED],
};

const camel = (name: string) => name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const camelDeep = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(camelDeep);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      camel(name),
      UNTOUCHED.has(name) ? member : camelDeep(member),
    ]),
  );
};

const collect = (entities: Entities, kind: EntityKind, record: Json): string => {
  const relations = RELATIONS[kind] ?? {};
  const flat: Json = {};
  for (const [name, member] of Object.entries(record)) {
    const related = relations[name];
    if (related && Array.isArray(member))
      flat[camel(name)] = member.map((m) => collect(entities, related, m as Json));
    else if (related && isObject(member)) flat[camel(name)] = collect(entities, related, member);
    else flat[camel(name)] = UNTOUCHED.has(name) ? member : camelDeep(member);
  }
  const id = String(record.id);
  entities[kind]![id] = flat;
  return id;
};

/** Without a prototype: clients choose the ids of damage areas, and may choose `__proto__`. */
const emptyEntities = (kind: EntityKind): Entities =>
  Object.fromEntries([...new Set([...ALWAYS_THERE, kind])].map((name) => [name, Object.create(null)]));

export const normalizeOne = (kind: EntityKind, record: Json) => {
  const entities = emptyEntities(kind);
  const id = collect(entities, kind, record);
  return { id, result: id, entities };
};

export const normalizeMany = (kind: EntityKind, records: Json[], rest: Json = {}) => {
  const entities = emptyEntities(kind);
  return {
    ...(camelDeep(rest) as Json),
    result: records.map((record) => collect(entities, kind, record)),
    entities,
  };
};
