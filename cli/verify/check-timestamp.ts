/** Whether a time stamp (RFC 3161) is of the manifest, and who says so. Nothing is fetched. */
import { createHash } from 'node:crypto';
import { Certificate, SignedData, TimeStampResp, TSTInfo } from 'pkijs';
import type { Finding } from './check-pack.ts';
import { NoPack } from './read-pack.ts';

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const COMMON_NAME = '2.5.4.3';

const broken = (sentence: string): Finding => ({ holds: false, sentence });

const isForTimeStamps = ({ extensions = [] }: Certificate) =>
  extensions.some(
    ({ extnID, parsedValue }) =>
      extnID === EXTENDED_KEY_USAGE && parsedValue?.keyPurposes?.includes(TIME_STAMPING),
  );

const nameOf = ({ subject }: Certificate): string =>
  subject.typesAndValues.find(({ type }) => type === COMMON_NAME)?.value.valueBlock.value ??
  'an unknown authority';

/** `trusted`: the certificate of the authority, or of who issued it; null where none was given. */
export const readTrusted = (pem: string, where: string): Certificate[] => {
  try {
    const found = [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g)];
    if (found.length > 0)
      return found.map(([, base64]) => Certificate.fromBER(Uint8Array.from(Buffer.from(base64!, 'base64'))));
  } catch {
    // Said below.
  }
  throw new NoPack(`${where} holds no certificate (PEM).`);
};

const checkStamp = async (
  answer: Buffer,
  manifest: Buffer,
  trusted: readonly Certificate[] | null,
): Promise<Finding> => {
  const { timeStampToken } = TimeStampResp.fromBER(Uint8Array.from(answer));
  const signed = new SignedData({ schema: timeStampToken!.content });
  const info = TSTInfo.fromBER(signed.encapContentInfo.eContent!.getValue());
  const imprint = Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView);
  if (!imprint.equals(createHash('sha256').update(manifest).digest()))
    return broken('The time stamp is of another manifest: it or the manifest was exchanged.');
  const { signatureVerified, signerCertificate } = await signed.verify({
    signer: 0,
    data: Uint8Array.from(manifest).buffer,
    extendedMode: true,
  });
  if (!signatureVerified || !signerCertificate)
    return broken('The signature of the time stamp is wrong: it was changed.');
  const at = info.genTime.toISOString();
  const who = nameOf(signerCertificate);
  if (!isForTimeStamps(signerCertificate))
    return broken(`The time stamp is signed by ${who}, whose certificate is not one for time stamps.`);
  const said = `${who} has seen the manifest at ${at}`;
  if (trusted === null)
    return {
      holds: true,
      sentence: `${said}, says its time stamp. Its certificate is not checked against a root: give --tsa-certificate to check that.`,
    };
  const chained = await signed
    .verify({
      signer: 0,
      data: Uint8Array.from(manifest).buffer,
      checkChain: true,
      trustedCerts: [...trusted],
      checkDate: info.genTime,
    })
    .catch(() => false);
  return chained
    ? { holds: true, sentence: `${said}. Its certificate leads to the given one.` }
    : broken(`The time stamp is signed by ${who}, whose certificate does not lead to the given one.`);
};

/** `asked`: the authority that the manifest names. */
export const checkTimestamp = async (
  answer: Buffer | undefined,
  manifest: Buffer,
  asked: string | null | undefined,
  trusted: readonly Certificate[] | null,
): Promise<{ findings: Finding[]; notes: string[] }> => {
  if (answer)
    return {
      findings: [
        await checkStamp(answer, manifest, trusted).catch(() =>
          broken('The time stamp cannot be read: manifest.tsr was changed.'),
        ),
      ],
      notes: [],
    };
  if (trusted !== null) return { findings: [broken('The pack has no time stamp.')], notes: [] };
  return {
    findings: [],
    notes: asked
      ? [`There is no time stamp: ${asked} was asked and did not give one, or it was removed.`]
      : [],
  };
};
