/**
 * ONNX Runtime reports how it is used to its maker unless it is told not to, and reads the whole command line
 * for it, which ends the process when that is long. Told in the main thread: a worker's environment is a copy.
 */
export function forbidTelemetry() {
  process.env.ORT_DISABLE_TELEMETRY = '1';
}
