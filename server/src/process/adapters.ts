/** Builds the adapters of the ports, the same way for every role. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { taskAnalyzers } from '../actions/tasks/task-analyzers.ts';
import type { Config } from '../config/config.ts';
import { closeDecoders } from '../decoding/decoders.ts';
import { createLiveConfigs } from '../files/live-configs.ts';
import { isOutside, safeFetch } from '../files/safe-fetch.ts';
import { writeArchive } from '../files/write-archive.ts';
import { loadEvidenceKeys } from '../identity/evidence-keys.ts';
import { createTimeStamper } from '../identity/signing/time-stamps.ts';
import { type Actor, reachOf } from '../inspections/access.ts';
import { COMPLIANCE_MODELS } from '../inspections/photos/quality/assess-photo.ts';
import type { PdfSigner, TimeStamper } from '../inspections/ports/evidence.ts';
import type { Ports, ReportWriter } from '../inspections/ports/ports.ts';
import type { Store } from '../inspections/ports/store.ts';
import { createQueue } from '../jobs/queue.ts';
import { overdueNotes } from '../jobs/schedule.ts';
import { createBrands } from '../report/page/brands.ts';
import type { createReportWriter } from '../report/write-report.ts';
import { checkDatabase, createPool } from '../store/database.ts';
import { createEventFeed } from '../store/organization/event-feed.ts';
import { sharedSecret } from '../store/shared-secret.ts';
import { createStore } from '../store/store.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { createImageRenderer } from '../vision/drawing/image-renderer.ts';
import { watchModelFiles } from '../vision/engine/model-files.ts';
import { readModelTerms, termsOf } from '../vision/engine/model-terms.ts';
import { createPhotoModels } from '../vision/engine/photo-models.ts';
import { assertPublisher, publisherNotes } from '../vision/engine/signature.ts';
import { hearWorkers, reportWorker, watchStore } from './capabilities.ts';
import { prepareDamageModels } from './damage-models.ts';
import { openFiles } from './open-files.ts';

/** Loaded with the first report: its fonts and line breaking are a tenth of what the service would load at start. */
const lateReportWriter = (...given: Parameters<typeof createReportWriter>): ReportWriter => ({
  write: async (...wanted) => {
    const { createReportWriter } = await import('../report/write-report.ts');
    return createReportWriter(...given).write(...wanted);
  },
});

/** The keys of a process that signs are published for the whole installation. */
const signerOf = async (dataDir: string, { evidence }: Store) => {
  const { signer, published } = await loadEvidenceKeys(dataDir);
  for (const key of published) await evidence.publishKey(key);
  return signer;
};

/** Its address is the operator's choice, so it may be in a private network. */
const timeStamperOf = ({ timestampUrl }: Config, warn: (message: string) => void): TimeStamper | null =>
  timestampUrl === null
    ? null
    : createTimeStamper(
        timestampUrl,
        (url, request) => safeFetch(url, { ...request, allowPrivateAddresses: true }),
        warn,
      );

/** Loaded only where reports are signed. */
const pdfSignerOf = async (
  { reportSigning }: Config,
  timeStamper: TimeStamper | null,
  warn: (message: string) => void,
): Promise<PdfSigner | null> => {
  if (reportSigning === null) return null;
  const { loadReportSigner } = await import('../identity/signing/report-signer.ts');
  const stamp = timeStamper && (async (bytes: Uint8Array) => (await timeStamper.stamp(bytes))?.token ?? null);
  return loadReportSigner(reportSigning, stamp, warn);
};

export const createAdapters = async (
  config: Config,
  databaseUrl: string,
  log: Logger,
  { works, tracing }: { works: boolean; tracing: Tracing | null },
) => {
  if (works) await assertPublisher(config.models.folder, config.models.publisherKey);
  const pool = createPool(
    databaseUrl,
    config.database.poolSize,
    (error) => log.warn({ error: error.message }, 'A database connection broke.'),
    // Somebody waits for an answer; a job can wait longer.
    { queryTimeoutMs: works ? 60_000 : 10_000 },
  );
  tracing?.traceStatements(pool);
  const queue = await createQueue({
    connectionString: databaseUrl,
    log,
    works,
    trail: tracing?.jobTrail,
    taskTimeoutSeconds: config.worker.taskTimeoutSeconds,
    deliveryAttempts: config.callbacks.maxAttempts,
  });
  const feed = await createEventFeed({ connectionString: databaseUrl, log });
  const store = createStore(pool, queue.send, 'everything');
  const photos = await openFiles(config);
  const photoModels = createPhotoModels(
    { ...config.models, warm: COMPLIANCE_MODELS },
    { warn: (message) => log.warn(message) },
    { folder: join(config.dataDir, 'models'), open: async (key) => (await photos.open(key)).stream },
  );
  tracing?.traceMethod(photoModels, 'find', 'models run on a photo');
  const imageRenderer = createImageRenderer();
  const modelTerms = async () => [
    ...(await readModelTerms(config.models.folder)),
    ...(await store.modelVersions.list()).map(({ entry }) => termsOf('damage', entry)),
  ];
  const warn = (message: string) => log.warn(message);
  const brands = createBrands(config.reportBrandsDir, warn);
  const timeStamper = timeStamperOf(config, warn);
  // Also where no report is made: a broken certificate is to be seen at the start of whatever starts first.
  const pdfSigner = await pdfSignerOf(config, timeStamper, warn);
  const reportWriter = lateReportWriter(brands, modelTerms, pdfSigner);
  const bucket = config.s3 && watchStore(() => photos.ready());
  const told = works
    ? reportWorker(store.workers, {
        faults: watchModelFiles(config.models.folder),
        notes: () => publisherNotes(config.models.folder),
        damageModels: prepareDamageModels(store, photoModels),
      })
    : hearWorkers(store.workers);

  const ports: Ports = {
    store,
    photos,
    feed,
    photoModels,
    imageRenderer,
    reportWriter,
    modelTerms,
    writeArchive,
    timeStamper,
    evidenceSigner: works ? await signerOf(config.dataDir, store) : null,
    liveConfigs: createLiveConfigs(config.liveConfigsDir),
    analyzers: taskAnalyzers({ store, photos, photoModels, imageRenderer, reportWriter }, config.publicUrl),
    fetch: (url, request) =>
      safeFetch(url, { ...request, allowPrivateAddresses: config.allowPrivateAddresses }),
    mayFetch: async (url) => config.allowPrivateAddresses || isOutside(url),
    privacy: config.privacy,
    fileSecrets: config.fileUrls.secrets ?? [await sharedSecret(pool, 'file-urls')],
    limits: {
      imagesPerInspection: config.limits.imagesPerInspection,
      damagesPerInspection: config.limits.damagesPerInspection,
      viewsPerInspection: config.limits.viewsPerInspection,
      severitiesPerInspection: config.limits.severitiesPerInspection,
      taskTimeoutSeconds: config.worker.taskTimeoutSeconds,
      callbackTimeoutSeconds: config.callbacks.timeoutSeconds,
    },
  };
  tracing?.traceMethod(ports, 'fetch', 'send to a receiver');
  return {
    ports,
    /** For what somebody asks for: the database lets through only what they may reach. */
    portsFor: (actor: Actor): Ports => ({ ...ports, store: createStore(pool, queue.send, reachOf(actor)) }),
    queue,
    openEyes: () => photoModels.open(),
    health: {
      checks: {
        database: () => checkDatabase(pool),
        ...(bucket === null && { files: () => photos.ready() }),
      },
      capabilities: async () => [...(await told.capabilities()), ...(bucket ? [bucket.capability()] : [])],
      notes: async () => [...overdueNotes(await queue.scheduled()), ...(await told.notes())],
    },
    close: async () => {
      await bucket?.stop();
      await told.stop();
      await feed.close();
      await photoModels.close();
      closeDecoders();
      await pool.end();
    },
  };
};
