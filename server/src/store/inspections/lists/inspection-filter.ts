/** Which inspections `i` a list has, and in which order. */
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import type { InspectionFilter } from '../../../inspections/ports/store.ts';
import type { InspectionOrder } from '../../../inspections/vocabulary.ts';
import type { Database } from '../../database.ts';

export const inScope = (filter: Pick<InspectionFilter, 'scope' | 'user_id' | 'organization_id'>): Sql => {
  if (filter.scope === 'all_resources') return sql`true`;
  if (filter.scope === 'assigned_resources')
    return sql`i.organization_id = ${filter.organization_id} and i.assigned_to = ${filter.user_id}`;
  if (filter.scope === 'organization_resources') return sql`i.organization_id = ${filter.organization_id}`;
  if (filter.scope === 'own_resources') return sql`i.owner_id = ${filter.user_id}`;
  const shared = filter.scope === 'organization_and_own' ? empty : sql`and i.assigned_to = ${filter.user_id}`;
  // Each of these has an index; that of creators has only those who are not the owner too.
  return sql`(i.owner_id = ${filter.user_id} or (i.creator_id = ${filter.user_id} and i.creator_id <> i.owner_id)
    or i.organization_id = ${filter.organization_id} ${shared})`;
};

/** Orders that have their key in a table beside the inspections (0049, 0052), each with an index. */
const KEPT_BESIDE: Partial<Record<InspectionOrder, string>> = {
  plate: 'listed_plates',
  inspection_type: 'list_keys',
  reference: 'list_keys',
  customer: 'list_keys',
  date_of_loss: 'list_keys',
  contest_due: 'list_keys',
  brand: 'list_keys',
  model: 'list_keys',
  vehicle_type: 'list_keys',
  vin: 'list_keys',
};

/** The condition of the scope on a table `k` whose indexes begin with the organization or the owner. */
const scopeBeside = ({ scope, user_id, organization_id }: InspectionFilter) => {
  if (scope === 'organization_resources') return sql`and k.organization_id = ${organization_id}`;
  if (scope === 'own_resources') return sql`and k.owner_id = ${user_id}`;
  return empty;
};

/** What is asked for that indexes of `list_keys` have together with the time, as conditions on it. */
const keysOf = ({ vehicle, inspection_type }: InspectionFilter): Sql[] => [
  ...(['brand', 'model', 'vehicle_type'] as const).flatMap((name) =>
    vehicle[name] === undefined ? [] : [sql`k.${raw(name)} = lower(${vehicle[name]})`],
  ),
  ...(inspection_type === null ? [] : [sql`k.inspection_type = ${inspection_type}`]),
];
const areKeysAskedFor = (filter: InspectionFilter) => keysOf(filter).length > 0;

/**
 * The inspections, with what this order reads from an index of its own. That index begins with the organization or the owner,
 * so the condition stands here again; and it has the time and the id as well, so that the order is that of the index alone.
 */
export const listedBy = (order: InspectionOrder, filter: InspectionFilter): Sql => {
  const table = KEPT_BESIDE[order];
  const beside = sql`k.created_at as listed_at, k.inspection_id as listed_id from inspections q`;
  if (table)
    return sql`(select q.*, k.${raw(order)} as listed_key, ${beside}
      join ${raw(table)} k on k.inspection_id = q.id ${scopeBeside(filter)})`;
  if (order !== 'created_at' || !areKeysAskedFor(filter)) return sql`inspections`;
  return sql`(select q.*, ${beside} join list_keys k on k.inspection_id = q.id
    and ${join(keysOf(filter), ' and ')} ${scopeBeside(filter)})`;
};

/** All that a list of this scope may show. */
export const allInScope = (filter: InspectionFilter, order: InspectionOrder = 'created_at') => {
  const all = order === 'created_at' ? sql`inspections` : listedBy(order, filter);
  return sql`(select * from ${all} i where ${inScope(filter)})`;
};

/** As it was typed, without what people write between the characters. */
export const typed = (text: string) => sql`translate(upper(${text}), ' -.·%_\\', '')`;

/** The columns that have an index, made of these details: a plate is the same one with dashes and without. */
const KEYS = { plate: raw('c.plate_key'), vin: raw('c.vin_key') };

/** More than people type; each is one more search. */
const MOST_WORDS = 6;

/** Inspections with this word: how a plate, a VIN or any word of the others begins, or how a VIN ends. */
const withWord = (word: string) => sql`
  select c.inspection_id from vehicles c
    where c.plate_key ^@ ${typed(word)} or c.vin_key ^@ ${typed(word)} or c.vin_key_reversed ^@ reverse(${typed(word)})
  union all select w.inspection_id from inspection_words w where w.word ^@ ${wordKey(word)}
  union all ${ofPeople('assigned_to', word)} union all ${ofPeople('owner_id', word)}`;

const wordKey = (word: string) => sql`regexp_replace(search_key(${word}::text), '[^[:alnum:]]+', '', 'g')`;

/** Of somebody with this word in the name. There are few people: `offset 0` looks for them first, and then for what each has. */
const ofPeople = (column: 'assigned_to' | 'owner_id', word: string) => sql`
  select p.id from members m, lateral (select q.id from inspections q where q.${raw(column)} = m.user_id offset 0) p
  where strpos(' ' || search_key(m.name), ' ' || search_key(${word}::text)) > 0`;

/** All of it as one plate or number, or each of its words. */
const hitsOf = (text: string) => {
  const words = text.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  const each = join(
    words.map((word) => sql`(${withWord(word)})`),
    ' intersect ',
  );
  return sql`${withWord(text)} ${words.length > 1 ? sql`union all (${each})` : empty}`;
};

/** From so many hits on, to look through the list until a page is full is less work than to sort them all. By measuring 100,000. */
const MANY_HITS = 2000;

export const hasManyHits = async (database: Database, { search }: InspectionFilter): Promise<boolean> => {
  if (search === null) return false;
  const hits = await database.row<{ count: number }>(
    sql`select count(*)::int from (select from (${hitsOf(search)}) h limit ${MANY_HITS}) h`,
  );
  return hits?.count === MANY_HITS;
};

/**
 * Few hits are looked up. Of many a set is made once, which each row of the list is looked for in: `is true` keeps the
 * planner from joining them, which it does row by row because it trusts that the page is full soon.
 */
const found = (text: string, areMany: boolean) =>
  areMany ? sql`(i.id in (${hitsOf(text)})) is true` : sql`i.id in (${hitsOf(text)})`;

const tasksOf = ({ name, status }: InspectionFilter['task']): Sql[] => {
  const wanted = [
    ...(name === null ? [] : [sql`t.name = ${name}`]),
    ...(status === null ? [] : [sql`t.status = ${status}`]),
  ];
  return wanted.length === 0 ? [] : [sql`select t.inspection_id from tasks t where ${join(wanted, ' and ')}`];
};

/** What stands on the inspection itself. */
const onInspection = (filter: InspectionFilter): Sql[] => [
  inScope(filter),
  ...(filter.show_deleted || filter.only_deleted ? [] : [sql`i.deleted_at is null`]),
  ...(filter.only_deleted ? [sql`i.deleted_at is not null`] : []),
  ...(filter.created.after === null ? [] : [sql`i.created_at >= ${filter.created.after}::timestamptz`]),
  ...(filter.created.before === null ? [] : [sql`i.created_at < ${filter.created.before}::timestamptz`]),
  ...(filter.assigned_to === null ? [] : [sql`i.assigned_to = ${filter.assigned_to}`]),
  ...(filter.unassigned ? [sql`i.assigned_to is null`] : []),
];

/** What is looked up in other tables: the ids of the inspections for each of these. First what rather few have. */
const elsewhere = (filter: InspectionFilter): Sql[] => [
  ...(['plate', 'vin'] as const).flatMap((name) =>
    filter.vehicle[name] === undefined
      ? []
      : [
          sql`select c.inspection_id from vehicles c where ${KEYS[name]} = translate(upper(${filter.vehicle[name]}), ' -.·', '')`,
        ],
  ),
  ...(filter.known_vehicle_id === null
    ? []
    : [sql`select c.inspection_id from vehicles c where c.known_vehicle_id = ${filter.known_vehicle_id}`]),
  ...(filter.contested ? [sql`select k.inspection_id from contests k where k.state = 'open'`] : []),
  ...(areKeysAskedFor(filter)
    ? [
        sql`select k.inspection_id from list_keys k where ${join(keysOf(filter), ' and ')} ${scopeBeside(filter)}`,
      ]
    : []),
  ...tasksOf(filter.task),
];

const withoutKeys = ({ vehicle: { plate, vin }, ...filter }: InspectionFilter): InspectionFilter => ({
  ...filter,
  inspection_type: null,
  vehicle: { ...(plate !== undefined && { plate }), ...(vin !== undefined && { vin }) },
});

const inEach = (lookups: Sql[]) => lookups.map((ids) => sql`i.id in (${ids})`);

/** By time within a status: an index has both, and `sortedBy` asks for it. */
const isWithinStatus = (order: InspectionOrder | null, filter: InspectionFilter) =>
  order === 'created_at' && !areKeysAskedFor(filter);

const ofStatus = ({ status }: InspectionFilter) => (status === null ? [] : [sql`i.status = ${status}`]);

/** In other orders than that of time, for which `list_keys` has it: it stands on the inspection, too. */
const ofType = ({ inspection_type }: InspectionFilter) =>
  inspection_type === null ? [] : [sql`i.inspection_type = ${inspection_type}`];

/** `order`: of a list that is read by `listedBy` and `sortedBy`, which look for some of it already. */
export const chosen = (
  filter: InspectionFilter,
  { areManyHits = false, order = null }: { areManyHits?: boolean; order?: InspectionOrder | null } = {},
): Sql =>
  join(
    [
      ...onInspection(filter),
      ...(isWithinStatus(order, filter) ? [] : ofStatus(filter)),
      ...(order === 'created_at' ? [] : ofType(filter)),
      ...inEach(
        elsewhere(order === 'created_at' ? withoutKeys(filter) : { ...filter, inspection_type: null }),
      ),
      ...(filter.search === null ? [] : [found(filter.search, areManyHits)]),
    ],
    ' and ',
  );

/**
 * The same for counting: `hits` are the ids to look up, if any are, and `rest` is what each has to be besides. `isWhole`: there is no
 * filter but the status, which the indexes of counting have.
 */
export const counted = (filter: InspectionFilter): { hits: Sql | undefined; rest: Sql; isWhole: boolean } => {
  const { search, created, assigned_to, unassigned } = filter;
  const [hits, ...others] = [...(search === null ? [] : [hitsOf(search)]), ...elsewhere(filter)];
  return {
    hits,
    rest: join([...onInspection(filter), ...ofStatus(filter), ...inEach(others)], ' and '),
    isWhole: !hits && !created.after && !created.before && !assigned_to && !unassigned,
  };
};

/** On the inspection itself, always there, so that an index serves them as they are. */
const COLUMNS: Partial<Record<InspectionOrder, string>> = {
  status: 'status',
  id: 'id',
  condition_score: 'condition_score',
  worst_severity: 'worst_severity',
  repair_cost: 'cost_cents',
  learning_value: 'learning_value',
};

/** By time is how every page is sorted; anything else comes before that. Those without a value come first when it is ascending. */
export const sortedBy = (order: InspectionOrder, filter: InspectionFilter) => {
  const place = { created_at: raw('listed_at'), id: raw('listed_id') };
  if (isWithinStatus(order, filter))
    return filter.status === null ? {} : { within: { column: raw('i.status'), value: filter.status } };
  if (order === 'created_at') return { place };
  if (KEPT_BESIDE[order]) return { by: (alias: Sql) => sql`${alias}.listed_key`, place };
  // No index has it: every event changes it, and would write all indexes of its inspection.
  if (order === 'updated_at')
    return { by: (alias: Sql) => sql`coalesce(${alias}.updated_at, ${alias}.created_at)` };
  return { by: (alias: Sql) => sql`${alias}.${raw(COLUMNS[order]!)}` };
};
