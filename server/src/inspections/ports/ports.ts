/** What the actions need from the outside world. The adapters implement these; process/adapters.ts builds them. */
import type { Readable } from 'node:stream';
import type { Comparison } from '../comparison/comparison.ts';
import type { CostOfSome } from '../costs/pricing.ts';
import type { LocalFeatures } from '../matching/local-features.ts';
import type { FeatureMatch } from '../matching/match-features.ts';
import type { ModelTerms } from '../model-terms.ts';
import type { DetectedDamage, DetectedPart, ModelFacts, ModelName } from '../photos/detections.ts';
import type { FindKind, Finds, FindVersion, Unavailable } from '../photos/finds.ts';
import type { Contest } from '../records/contest.ts';
import type { Correction } from '../records/findings/correction.ts';
import type { Suspicion } from '../records/findings/suspicion.ts';
import type { Image } from '../records/image.ts';
import type { Inspection, Privacy } from '../records/inspection.ts';
import type { Json } from '../records/json.ts';
import type { ModelVersion } from '../records/model-version.ts';
import type { BoundingBox } from '../records/place.ts';
import type { ErrorMessage, Task } from '../records/task.ts';
import type { PhotoFormat, ReportLanguage, ReportPaper, Rotation, TaskName } from '../vocabulary.ts';
import type { EvidenceSigner, TimeStamper, WriteArchive } from './evidence.ts';
import type { Store } from './store.ts';

/** A file that was checked; not yet kept anywhere. */
export type ReceivedFile = {
  path: string;
  /** Of the bytes as the client sent them, so that a re-sent upload is recognized. */
  sha256: string;
  binarySize: number;
  mimetype: string;
  /** What it takes besides to have the bytes as the client sent them; null where nobody wants them. */
  original?: { path: string; format: PhotoFormat } | null;
  discard(): Promise<void>;
};

type Receiving = { signal?: AbortSignal; keepOriginal?: boolean | Promise<boolean> };

/** A photo, freed of personal metadata and turned upright. */
export type ReceivedPhoto = ReceivedFile & {
  extension: string;
  width: number;
  height: number;
  /** By the clock of the camera; null where the file does not tell. */
  takenAt: string | null;
};

export type OpenedFile = {
  stream: Readable;
  /** Of the whole file, whatever range was asked. */
  size: number;
  mimetype: string;
  /** What the stream holds when a range was asked; both ends inclusive. */
  range?: { start: number; end: number };
};

/** `made_from`: of a thumbnail, the picture; of any other file, itself. */
export type KeptFile = { key: string; made_from: string; size: number; modified_at: Date };

/** Both ends inclusive; a negative start counts from the end of the file. */
export type ByteRange = { start: number; end?: number };

/** The signals tell that nobody waits any more. */
export type Photos = {
  receive(source: Readable, rotation: Rotation, options?: Receiving): Promise<ReceivedPhoto>;
  download(url: string, rotation: Rotation, options?: Receiving): Promise<ReceivedPhoto>;
  /** `limited`: it may be no larger than a photo. */
  receivePdf(source: Readable, options: { limited: boolean }): Promise<ReceivedFile>;
  /** A small picture, painted anew: PNG. */
  receiveLogo(source: Readable, signal?: AbortSignal): Promise<Uint8Array>;
  keep(file: ReceivedFile, key: string): Promise<void>;
  /** The photo under this key as it was received, bit for bit, where that was kept. */
  original(key: string): Promise<Uint8Array>;
  /** What a picture file says besides its pixels: EXIF, GPS, XMP, IPTC. */
  metadata(original: Uint8Array): Promise<Json>;
  /** Keeps a file of any size that the service makes, as it is made. */
  writeStream(source: Readable, key: string, mimetype: string): Promise<void>;
  /** Keeps a picture that the service made; what was under the key is replaced. */
  write(picture: Uint8Array, key: string, mimetype: string): Promise<void>;
  /** With their thumbnails and what was kept of their originals. */
  remove(keys: string[]): Promise<void>;
  /** Every file whose key begins so, thumbnails too, in the order of the keys, from behind `after` on. */
  list(prefix: string, after?: string): AsyncIterable<KeptFile>;
  /** These alone. */
  removeFiles(keys: string[]): Promise<void>;
  removeFolder(folder: string): Promise<void>;
  open(key: string, range?: ByteRange): Promise<OpenedFile>;
  thumbnail(key: string, width: number, signal?: AbortSignal): Promise<OpenedFile>;
  /** The time by the clock that stamps the files, which may be that of another machine. */
  now(): Promise<Date>;
  ready(): Promise<void>;
};

type Analysis = { inspection: Inspection; task: Task };

export type Analyzed = {
  save(store: Store): Promise<void>;
  /** What could not be looked at; the rest was. */
  errors?: ErrorMessage[];
  /** Removes new files when the inspection was deleted meanwhile. */
  discard?(): Promise<void>;
  /** Removes the replaced files after the commit. */
  tidyUp?(): Promise<void>;
};

/** How a worker runs a job. */
export type JobRun = {
  signal: AbortSignal;
  /** Does one piece of work on photos. It runs alone if this job may have killed a worker before. */
  step<T>(work: () => Promise<T>): Promise<T>;
  /** Reports progress beyond every earlier attempt, so this job did not kill the earlier worker. */
  advanced(): Promise<void>;
  /** Tells the operator which photo failed, and why: what the models log themselves names no photo. */
  leftOut(imageId: string, error: unknown): void;
};

export type TaskRun = Pick<JobRun, 'signal' | 'step' | 'leftOut'> & {
  progress(done: number, total: number): Promise<void>;
};

/** Runs one kind of task. What it finds is written by `save`, in the commit that ends the task. */
export type Analyzer = (analysis: Analysis, run: TaskRun) => Promise<Analyzed>;

/** What was found on a photo, and why a model did not run. */
export type FindResult = { finds: Partial<Finds>; unavailable: Unavailable };

/** Everything that analyzes photos: networks, readers of text, measures of pixels. Each is loaded at its first use. */
export type PhotoModels = {
  /** What is installed and described well enough to be used. */
  models(): Promise<Partial<Record<ModelName, ModelFacts>>>;
  /** Of each kind that can run: the version under which its finds are stored. */
  versions(): Promise<Partial<Record<FindKind, FindVersion>>>;
  /** Runs on one decoded photo. Actions call `findOnPhoto` instead, which reuses what is stored. */
  find(
    photo: Uint8Array,
    request: {
      want: readonly FindKind[];
      /** Found before: some start from it. */
      known?: Partial<Finds>;
      /** A client is waiting: this photo comes before the photos of tasks. */
      urgent?: boolean;
      /** Nobody is waiting: it runs where nothing else wants to. */
      idle?: boolean;
      /** In the place of the installed damage model. */
      damage?: ModelVersion;
      signal?: AbortSignal;
    },
  ): Promise<FindResult>;
  /** The same with that version of the damage model in the place of the installed one. */
  judgingWith(version: ModelVersion): PhotoModels;
  /** Where a close-up lies on each of the other photos, off the thread that asks. */
  match(
    closeUp: LocalFeatures,
    others: readonly LocalFeatures[],
    signal?: AbortSignal,
  ): Promise<(FeatureMatch | null)[]>;
  /** How many photos it analyzes at the same time. */
  concurrency: number;
};

export type Cutting = { box: BoundingBox; quality: number };

/** Makes pictures from photos: JPEG, off the thread that asks. */
export type ImageRenderer = {
  draw(
    photo: Uint8Array,
    detections: { width: number; height: number; damages?: DetectedDamage[]; parts?: DetectedPart[] },
  ): Promise<Uint8Array>;
  cut(photo: Uint8Array, cuttings: Cutting[]): Promise<Uint8Array[]>;
  /** The photo with these places made unreadable for good. */
  blur(photo: Uint8Array, boxes: readonly BoundingBox[]): Promise<Uint8Array>;
};

/** As the client asked for the report; `link` leads to the inspection. `compare`: whoever asked may read the other one. */
export type ReportOptions = {
  language: ReportLanguage;
  paper: ReportPaper;
  pricing: boolean;
  customer?: string;
  client_name?: string;
  vin?: string;
  /** Absent: that of the organization. */
  time_zone?: string;
  /** Absent in what was asked for before there was a choice. */
  suspicions?: boolean;
  /** Null: whoever reads the report has no account. */
  link: string | null;
  compare: boolean;
  /** The earlier inspection to compare with. Absent in what was asked for before: the related one. */
  earlier_id?: string | null;
};

/** What an organization has at the head of its reports. */
export type Letterhead = {
  name: string | null;
  address: string | null;
  contact: string | null;
  /** PNG. */
  logo: Uint8Array | null;
};

export type ReportSource = {
  /** With what was deleted in it. */
  inspection: Inspection;
  comparison: Comparison | null;
  /** What the repair of the new damages alone costs; absent or null where nothing is compared or estimated. */
  cost_of_new?: CostOfSome | null;
  /** Of severities and prices. */
  corrections: Correction[];
  /** Of the people who are named in it, by their ids. */
  names: Readonly<Record<string, string>>;
  /** What people with a link said against findings; absent in a report for them. */
  contests?: Contest[];
  /** Those that nobody has decided, where they were asked for. */
  suspicions: Suspicion[];
  options: ReportOptions;
  letterhead: Letterhead;
  time_zone: string;
  made_at: string;
  data_version: string;
  /** Of the evidence pack that the report is part of. */
  fingerprint?: string;
  /** The end of the chain of events when an approved report was made: every later pack has it. */
  events?: { count: number; head: string };
};

export type ReportWriter = {
  /** The PDF while it is being written. `show` opens the picture that may be shown of an image. */
  write(
    source: ReportSource,
    show: (image: Image) => Promise<Uint8Array>,
    signal: AbortSignal,
  ): Promise<Readable>;
};

/** What the operator has capture apps do; null where there is nothing of that name. */
export type LiveConfigs = { read(id: string): Promise<Json | null> };

type Fetcher = (
  url: string,
  request: {
    method: string;
    headers?: Record<string, string>;
    body?: string;
    timeoutMs: number;
    signal?: AbortSignal;
  },
) => Promise<{
  status: number;
  accepted: boolean;
  headers: Record<string, string | string[] | undefined>;
  body: Readable;
}>;

/** Tells this process of what any process recorded. */
export type EventFeed = {
  /** Calls back after every event of the inspection; returns the way to stop. */
  watch(inspectionId: string, wake: () => void): () => void;
};

export type Ports = {
  store: Store;
  photos: Photos;
  feed: EventFeed;
  /** Null, or none: no model for the task is installed. */
  analyzers: Partial<Record<TaskName, Analyzer | null>>;
  photoModels: PhotoModels;
  imageRenderer: ImageRenderer;
  reportWriter: ReportWriter;
  writeArchive: WriteArchive;
  /** Null where the operator has named none. */
  timeStamper: TimeStamper | null;
  /** Null where no pack is made. */
  evidenceSigner: EvidenceSigner | null;
  liveConfigs: LiveConfigs;
  modelTerms(): Promise<ModelTerms[]>;
  fetch: Fetcher;
  /** Whether `fetch` goes there at all: into a private network only where the operator allows it. */
  mayFetch(url: string): Promise<boolean>;
  /** The first signs the links to files; those before it still open the links that they signed. */
  fileSecrets: readonly [string, ...string[]];
  /** What is blurred where an inspection does not say. */
  privacy: Privacy;
  limits: {
    imagesPerInspection: number;
    /** Of those that people add; what the models find is bounded by the photos. */
    damagesPerInspection: number;
    viewsPerInspection: number;
    severitiesPerInspection: number;
    taskTimeoutSeconds: number;
    callbackTimeoutSeconds: number;
  };
};
