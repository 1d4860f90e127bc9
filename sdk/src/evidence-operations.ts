import type { One } from './answers.ts';
import { type CallOptions, path, type Request } from './request.ts';
import type * as schema from './schema.ts';

export const evidenceOperations = (request: Request) => ({
  /** Asks for the evidence pack. Until it is made `getOne` fails with the code `evidence_in_progress`. */
  requestOne: (inspectionId: string, options?: CallOptions) =>
    request<One<'evidencePacks', schema.EvidenceRequest>>(
      { method: 'POST', path: path`/inspections/${inspectionId}/evidence` },
      options,
    ),
  /** Where it is: `evidenceUrl` is a link that works without a token for some hours. */
  getOne: (inspectionId: string, options?: CallOptions) =>
    request<One<'evidencePacks'>>(
      { method: 'GET', path: path`/inspections/${inspectionId}/evidence` },
      options,
    ),
  /** The ZIP file itself. */
  downloadOne: (inspectionId: string, options?: CallOptions) =>
    request<Blob>(
      {
        method: 'GET',
        path: path`/inspections/${inspectionId}/evidence`,
        headers: { accept: 'application/zip' },
      },
      options,
      (response) => response.blob(),
    ),
});
