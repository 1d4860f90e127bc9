/** Stands in for `onnxruntime-node` where tests remember what networks answered (remember.ts). */
import * as real from 'onnxruntime-node';
import { REMEMBERED } from './folder.ts';
import { rememberingRuntime } from './remembered-answers.ts';

const runtime = rememberingRuntime(real, process.env[REMEMBERED]!);

export const { InferenceSession, Tensor, env } = runtime;
