/** Loaded before a program of the tests (`--import`), and before its threads: where it asks for the runtime of networks, it gets one that remembers. */
import { registerHooks } from 'node:module';

const RUNTIME = new URL('./runtime.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'onnxruntime-node' && context.parentURL !== RUNTIME
      ? { url: RUNTIME, shortCircuit: true }
      : next(specifier, context),
});
