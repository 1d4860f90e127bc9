import type { One } from './answers.ts';
import { type CallOptions, path, type Request } from './request.ts';
import type * as schema from './schema.ts';

/** `restricted`: the pack with originals or metadata, for those who may see them. */
type EvidenceOptions = { restricted?: boolean };

export const evidenceOperations = (request: Request) => ({
  /** Asks for the evidence pack. Until it is made `getOne` fails with the code `evidence_in_progress`. */
  requestOne: (inspectionId: string, wish: schema.RequestEvidence = {}, options?: CallOptions) =>
    request<One<'evidencePacks', schema.EvidenceRequest>>(
      { method: 'POST', path: path`/inspections/${inspectionId}/evidence`, json: wish },
      options,
    ),
  /** Where it is: `evidenceUrl` is a link that works without a token for some hours; the restricted pack has none. */
  getOne: (inspectionId: string, query: EvidenceOptions = {}, options?: CallOptions) =>
    request<One<'evidencePacks'>>(
      { method: 'GET', path: path`/inspections/${inspectionId}/evidence`, query },
      options,
    ),
  /** The ZIP file itself. */
  downloadOne: (inspectionId: string, query: EvidenceOptions = {}, options?: CallOptions) =>
    request<Blob>(
      {
        method: 'GET',
        path: path`/inspections/${inspectionId}/evidence`,
        query,
        headers: { accept: 'application/zip' },
      },
      options,
      (response) => response.blob(),
    ),
});
