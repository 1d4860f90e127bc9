import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { inject } from 'vitest';

type Operation = { responses: Record<string, { content?: Record<string, { schema?: object }> }> };
type Document = { paths: Record<string, Record<string, Operation>> };
type Contract = {
  document: Document;
  patterns: [template: string, pattern: RegExp][];
  validators: Map<string, ValidateFunction>;
  ajv: Ajv2020;
};

const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/\{\*\}|\*$/g, '.+').replaceAll(/\{[^}]+\}/g, '[^/]+')}$`);

const contractIn = (reference: string): Contract => {
  const document = JSON.parse(reference) as Document;
  // A file compiles what it needs and checks a few dozen answers with it: quick to make counts, not quick to run.
  const quickly = { validateSchema: false, inlineRefs: false, code: { optimize: false } };
  const ajv = new Ajv2020({ strict: false, allErrors: false, ...quickly });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'openapi', ...document });
  const patterns = Object.keys(document.paths).map((path): [string, RegExp] => [path, patternOf(path)]);
  return { document, patterns, validators: new Map(), ajv };
};

let contract: Promise<Contract> | undefined;

/**
 * That of the shared service, once for all files of a process: making the reference takes a service 0.4 seconds of
 * processor time, and no setting changes it (api8-misconfiguration.test.ts).
 */
const sharedContract = (): Promise<Contract> => {
  contract ??= fetch(`${inject('serviceUrl')}/openapi.json`)
    .then((answer) => answer.text())
    .then(contractIn);
  contract.catch(() => (contract = undefined));
  return contract;
};

const pointer = (text: string) => text.replaceAll('~', '~0').replaceAll('/', '~1');

/** Throws when the service answered something that its own reference does not say. */
export const assertDocumented = async (
  baseUrl: string,
  method: string,
  path: string,
  status: number,
  type: string,
  body: unknown,
) => {
  const { pathname } = new URL(path.startsWith('http') ? path : baseUrl + path);
  const plain = pathname.replace(/^\/v1(?=\/|$)/, '');
  const { document, patterns, validators, ajv } = await sharedContract();
  const answers = (path: string) => document.paths[path]?.[method.toLowerCase()];
  // An address of its own comes before one that has an id in its place.
  const template = answers(plain)
    ? plain
    : patterns.find(([path, pattern]) => pattern.test(plain) && answers(path))?.[0];
  if (!template) return;
  const media = type.split(';')[0]!;
  const key = `#/paths/${pointer(template)}/${method.toLowerCase()}/responses/${status}/content/${pointer(media)}/schema`;
  const documented = document.paths[template]![method.toLowerCase()]!.responses[status];
  if (!documented)
    throw new Error(
      `${method} ${template} answered ${status}, which /openapi.json does not mention: ${JSON.stringify(body)}`,
    );
  if (!documented.content?.[media]) {
    if (/json/.test(media))
      throw new Error(`${method} ${template} ${status} answered ${media}, which is not documented`);
    return;
  }
  let validate = validators.get(key);
  if (!validate) {
    validate = ajv.compile({ $ref: `openapi${key}` });
    validators.set(key, validate);
  }
  if (!validate(body))
    throw new Error(
      `${method} ${template} ${status} is not as documented: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body).slice(0, 1500)}`,
    );
};
