import type { EntityOf, PageOptions } from './schema.ts';

export type EntityKind = keyof EntityOf;

/** These are in the entities of every answer, empty where there is nothing. */
type AlwaysThere =
  | 'inspections'
  | 'images'
  | 'tasks'
  | 'vehicles'
  | 'damages'
  | 'views'
  | 'parts'
  | 'damageAreas'
  | 'wheelAnalysis';

type EntitiesWith<Kind extends EntityKind, Shown> = {
  [Other in Exclude<AlwaysThere, Kind>]: Record<string, EntityOf[Other]>;
} & { [Main in Kind]: Record<string, Shown> };

/** One record: its id is the result. */
export type One<Kind extends EntityKind, Shown = EntityOf[Kind]> = {
  id: string;
  result: string;
  entities: EntitiesWith<Kind, Shown>;
};

/** All records there are: their ids are the result, in order. */
export type Many<Kind extends EntityKind, Shown = EntityOf[Kind]> = {
  result: string[];
  entities: EntitiesWith<Kind, Shown>;
};

export type Paging = {
  /** Add `next` or `previous` to your options to get that page; absent where there is none. */
  cursors: { before?: string; after?: string; previous?: PageOptions; next?: PageOptions };
  previous: string | null;
  next: string | null;
};

/** Some of many records. */
export type Page<Kind extends EntityKind, Shown = EntityOf[Kind]> = Many<Kind, Shown> & { paging: Paging };

export type Deleted = { id: string; deleted: true };
