/** Signs reports with the certificate of the operator, for as long as it is valid. */
import type { PdfSigner } from '../../inspections/ports/evidence.ts';
import { detachedSignature, type StampToken } from './cades.ts';
import { nameOf, outsideItsTime, readSigningCertificate, type SigningFiles } from './certificate.ts';

/** What a signature takes besides its certificates; a time stamp brings those of its authority. */
const SIGNATURE_BYTES = 4096;
const STAMP_BYTES = 16 * 1024;

/** At the start of a process: a certificate that cannot be used is refused there, and not with the first report. */
export const loadReportSigner = async (
  files: SigningFiles,
  stamp: StampToken | null,
  warn: (message: string) => void,
): Promise<PdfSigner> => {
  const signing = await readSigningCertificate(files);
  const unusable = outsideItsTime(signing);
  if (unusable !== null) throw new Error(unusable);
  const certificates = [signing.certificate, ...signing.issuers];
  const room = certificates.reduce((sum, { raw }) => sum + raw.length, SIGNATURE_BYTES);
  return {
    name: nameOf(signing.certificate),
    room: room + (stamp ? STAMP_BYTES : 0),
    isReady: (now) => {
      const over = outsideItsTime(signing, now);
      if (over !== null) warn(`A report was made without a signature. ${over}`);
      return over === null;
    },
    sign: (bytes) => detachedSignature(bytes, signing, stamp),
  };
};
