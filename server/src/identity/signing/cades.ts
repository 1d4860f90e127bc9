/** The signature in a PDF: CMS with the attributes of CAdES, as PAdES wants it (ETSI EN 319 142-1, level B-B; B-T with a time stamp). */
import { createHash, type KeyObject, type X509Certificate } from 'node:crypto';
import { type Constructed, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import { algorithmOf, type SigningCertificate } from './certificate.ts';

const DATA = '1.2.840.113549.1.7.1';
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const TIME_STAMP_TOKEN = '1.2.840.113549.1.9.16.2.14';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const octets = (bytes: Uint8Array) => new OctetString({ valueHex: Uint8Array.from(bytes).buffer });
const sequence = (...value: Sequence['valueBlock']['value']) => new Sequence({ value });

/** In the order that DER wants for a set: the shorter first. */
const signedAttributes = (data: Uint8Array, { raw }: X509Certificate) =>
  new SignedAndUnsignedAttributes({
    type: 0,
    attributes: [
      new Attribute({ type: CONTENT_TYPE, values: [new ObjectIdentifier({ value: DATA })] }),
      new Attribute({ type: MESSAGE_DIGEST, values: [octets(sha256(data))] }),
      // Nobody can put another certificate in the place of this one. SHA-256 is not named: it is the default.
      new Attribute({
        type: SIGNING_CERTIFICATE_V2,
        values: [sequence(sequence(sequence(octets(sha256(raw)))))],
      }),
    ],
  });

const importKey = (key: KeyObject) =>
  crypto.subtle.importKey(
    'pkcs8',
    Uint8Array.from(key.export({ format: 'der', type: 'pkcs8' })),
    algorithmOf(key),
    false,
    ['sign'],
  );

/** A time stamp of these bytes as a CMS token; null where the authority is away. */
export type StampToken = (bytes: Uint8Array) => Promise<Uint8Array | null>;

/** Of any bytes, which are not in it. DER. */
export const detachedSignature = async (
  data: Uint8Array,
  { certificate, issuers, key }: SigningCertificate,
  stamp: StampToken | null,
): Promise<Uint8Array> => {
  const certificates = [certificate, ...issuers].map(({ raw }) => Certificate.fromBER(Uint8Array.from(raw)));
  const [signer] = certificates;
  const info = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: signer!.issuer, serialNumber: signer!.serialNumber }),
    signedAttrs: signedAttributes(data, certificate),
  });
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: DATA }),
    signerInfos: [info],
    certificates,
  });
  await signed.sign(await importKey(key), 0, 'SHA-256', Uint8Array.from(data).buffer);
  const token = await stamp?.(info.signature.valueBlock.valueHexView);
  if (token)
    info.unsignedAttrs = new SignedAndUnsignedAttributes({
      type: 1,
      attributes: [
        new Attribute({
          type: TIME_STAMP_TOKEN,
          values: [ContentInfo.fromBER(Uint8Array.from(token)).toSchema() as Constructed],
        }),
      ],
    });
  const content = new ContentInfo({ contentType: SIGNED_DATA, content: signed.toSchema(true) });
  return new Uint8Array(content.toSchema().toBER());
};
