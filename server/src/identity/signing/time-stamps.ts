/** Time stamps of an authority (RFC 3161): it signs that it has seen the hash of some bytes, and when. */
import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Integer, Null, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  MessageImprint,
  PKIStatus,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import type { TimeStamp, TimeStamper } from '../../inspections/ports/evidence.ts';

type Fetch = (
  url: string,
  request: { method: string; headers: Record<string, string>; body: Buffer; timeoutMs: number },
) => Promise<{ status: number; accepted: boolean; body: Readable }>;

const SHA256 = '2.16.840.1.101.3.4.2.1';
/** A pack waits no longer than this. */
const TIMEOUT_MS = 10_000;
/** Answers have some kilobytes: the certificates of the authority. */
const MOST_BYTES = 64 * 1024;

const query = (hash: Buffer, nonce: Buffer) =>
  Buffer.from(
    new TimeStampReq({
      version: 1,
      messageImprint: new MessageImprint({
        hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new Null() }),
        hashedMessage: new OctetString({ valueHex: Uint8Array.from(hash).buffer }),
      }),
      nonce: new Integer({ valueHex: Uint8Array.from(nonce).buffer }),
      // The certificate comes with it, so that the stamp can be checked without the authority.
      certReq: true,
    })
      .toSchema()
      .toBER(),
  );

const bodyOf = async (body: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error('its answer is far too long for a time stamp');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const same = (one: ArrayBuffer | Uint8Array, other: Buffer) => Buffer.from(one as Uint8Array).equals(other);

/** What it answers is not believed before it was checked: a wrong stamp is worse than none. */
const checked = async (
  answer: Buffer,
  bytes: Uint8Array,
  hash: Buffer,
  nonce: Buffer,
): Promise<TimeStamp> => {
  const { status, timeStampToken } = TimeStampResp.fromBER(Uint8Array.from(answer));
  const granted = [PKIStatus.granted, PKIStatus.grantedWithMods].includes(status.status);
  if (!granted || !timeStampToken) throw new Error(`it refused the request (status ${status.status})`);
  const signed = new SignedData({ schema: timeStampToken.content });
  const info = TSTInfo.fromBER(signed.encapContentInfo.eContent!.getValue());
  if (!same(info.messageImprint.hashedMessage.valueBlock.valueHexView, hash))
    throw new Error('its time stamp is of something else');
  if (!info.nonce || !same(info.nonce.valueBlock.valueHexView, nonce))
    throw new Error('its time stamp is the answer to another request');
  if (!(await signed.verify({ signer: 0, data: Uint8Array.from(bytes).buffer })))
    throw new Error('the signature of its time stamp is wrong');
  return {
    response: answer,
    token: new Uint8Array(timeStampToken.toSchema().toBER()),
    at: info.genTime.toISOString(),
  };
};

/** Answers null, and says why, where the authority is away, slow or wrong: nothing waits for it or fails with it. */
export const createTimeStamper = (
  url: string,
  fetch: Fetch,
  warn: (message: string) => void,
): TimeStamper => ({
  url,
  stamp: async (bytes) => {
    const hash = createHash('sha256').update(bytes).digest();
    // Neither negative nor with a zero that DER would leave out.
    const nonce = Buffer.concat([Buffer.from([0x7f]), randomBytes(15)]);
    try {
      const { status, accepted, body } = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
        body: query(hash, nonce),
        timeoutMs: TIMEOUT_MS,
      });
      const answer = await bodyOf(body);
      if (!accepted) throw new Error(`it answered with status ${status}`);
      return await checked(answer, bytes, hash, nonce);
    } catch (error) {
      warn(`There is no time stamp of ${url}: ${(error as Error).message}`);
      return null;
    }
  },
});
