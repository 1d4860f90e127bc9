/** The identity provider of the tests for a service that runs elsewhere: prints what they must know, and serves until it is stopped. */
import { startIssuer } from '@walkaround/harness/services/issuer.ts';

const SERVICE = 'http://localhost:8080';

const { issuer, privateJwk } = await startIssuer();
const [serviceUrl, serviceWithModelsUrl] = [SERVICE, SERVICE];
process.stdout.write(
  `${JSON.stringify({ serviceUrl, serviceWithModelsUrl, issuerKey: { issuer, privateJwk } })}\n`,
);
