/** The certificate of the operator that signs approved reports: a PKCS#12 file and its password. */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import forge from 'node-forge';

export type SigningFiles = { certificate: string; passwordFile: string | null };

export type SigningCertificate = {
  certificate: X509Certificate;
  /** Those that lead from it to its root, as far as the file has them. */
  issuers: X509Certificate[];
  key: KeyObject;
};

const NAME = 'REPORT_SIGNING_CERTIFICATE';
const PASSWORD = 'REPORT_SIGNING_PASSWORD_FILE';

const read = (name: string, path: string) =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      error.code === 'ENOENT'
        ? `${name}: there is no file ${path}. Name one that exists.`
        : `${name}: ${path} cannot be read (${error.code}). Check its rights.`,
    );
  });

const opened = (path: string, file: Buffer, password: string) => {
  const der = (() => {
    try {
      return forge.asn1.fromDer(file.toString('binary'));
    } catch (cause) {
      throw new Error(`${NAME}: ${path} is not a PKCS#12 file (.p12, .pfx). Give one with the key in it.`, {
        cause,
      });
    }
  })();
  try {
    return forge.pkcs12.pkcs12FromAsn1(der, false, password);
  } catch (cause) {
    throw new Error(
      `${NAME}: ${path} does not open with the password in ${PASSWORD}, or is damaged. Check both.`,
      { cause },
    );
  }
};

const bytes = (asn1: forge.asn1.Asn1) => Buffer.from(forge.asn1.toDer(asn1).getBytes(), 'binary');

/** Forge knows RSA alone; of anything else it hands over what it has read. */
const keysIn = (pfx: forge.pkcs12.Pkcs12Pfx): KeyObject[] => {
  const { keyBag, pkcs8ShroudedKeyBag } = forge.pki.oids as Record<string, string>;
  return [keyBag!, pkcs8ShroudedKeyBag!]
    .flatMap((bagType) => pfx.getBags({ bagType })[bagType] ?? [])
    .flatMap(({ key, asn1 }) => {
      const info = key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)) : asn1;
      return info ? [createPrivateKey({ key: bytes(info), format: 'der', type: 'pkcs8' })] : [];
    });
};

const certificatesIn = (pfx: forge.pkcs12.Pkcs12Pfx): X509Certificate[] => {
  const { certBag } = forge.pki.oids as Record<string, string>;
  return (pfx.getBags({ bagType: certBag! })[certBag!] ?? []).flatMap(({ cert, asn1 }) => {
    const found = cert ? forge.pki.certificateToAsn1(cert) : asn1;
    return found ? [new X509Certificate(bytes(found))] : [];
  });
};

/** How it signs, or why it cannot. */
export const algorithmOf = (key: KeyObject) => {
  if (key.asymmetricKeyType === 'rsa')
    return { name: 'RSASSA-PKCS1-v1_5', hash: { name: 'SHA-256' } } as const;
  const namedCurve = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' }[
    key.asymmetricKeyDetails?.namedCurve ?? ''
  ];
  if (key.asymmetricKeyType === 'ec' && namedCurve) return { name: 'ECDSA', namedCurve } as const;
  throw new Error(
    `${NAME}: a key of the kind ${key.asymmetricKeyType} cannot sign reports. Use RSA, or an elliptic curve of NIST (P-256, P-384, P-521).`,
  );
};

/** The common name, or the whole subject where there is none. */
export const nameOf = ({ subject }: X509Certificate): string =>
  /^CN=(.+)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ');

/** Why it cannot sign at this moment; null where it can. */
export const outsideItsTime = ({ certificate }: SigningCertificate, now = new Date()): string | null => {
  const { validFrom, validTo } = certificate;
  const day = (text: string) => new Date(text).toISOString().slice(0, 10);
  if (new Date(validTo) < now)
    return `${NAME}: the certificate of ${nameOf(certificate)} has expired on ${day(validTo)}. Replace it, or unset it to have reports without a signature.`;
  if (new Date(validFrom) > now)
    return `${NAME}: the certificate of ${nameOf(certificate)} is valid only from ${day(validFrom)} on. Check the clock, or use another one.`;
  return null;
};

/** Whatever is wrong with it is said in one sentence. */
export const readSigningCertificate = async (files: SigningFiles): Promise<SigningCertificate> => {
  const { certificate: path, passwordFile } = files;
  const password =
    passwordFile === null ? '' : (await read(PASSWORD, passwordFile)).toString('utf8').trimEnd();
  const pfx = opened(path, await read(NAME, path), password);
  const [key, ...more] = keysIn(pfx);
  if (!key)
    throw new Error(`${NAME}: ${path} has no private key. Export the certificate together with its key.`);
  if (more.length > 0)
    throw new Error(`${NAME}: ${path} has several private keys. Export one of them alone.`);
  algorithmOf(key);
  const all = certificatesIn(pfx);
  const certificate = all.find((one) => one.checkPrivateKey(key));
  if (!certificate) throw new Error(`${NAME}: ${path} has no certificate for its key. Export both together.`);
  return { certificate, issuers: all.filter((one) => one !== certificate), key };
};
