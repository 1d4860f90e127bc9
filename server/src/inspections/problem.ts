/** Stands until every import names the file that a refusal is in. */
export * from './problems/access.ts';
export * from './problems/photos.ts';
export * from './problems/problem.ts';
export * from './problems/requests.ts';
export * from './problems/storage.ts';
export * from './problems/tasks.ts';
