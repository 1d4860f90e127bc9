/**
 * Loaded into a service before anything else (node --import), it shifts the time of day by what a file says, from one
 * moment to the next, as somebody does who sets the clock of the machine. Nothing of the service is replaced: it runs as
 * it is and asks for the time as always. What no change of the clock can shift stays true here too: timers and
 * performance.now(), and of course the clocks of Postgres and of the file system, which are other processes' ones.
 */
import { readFileSync } from 'node:fs';

const True = Date;
let shift = 0;

const read = () => {
  try {
    shift = Number(readFileSync(process.env.CLOCK_SHIFT_FILE, 'utf8'));
  } catch {
    shift = 0;
  }
};
read();
setInterval(read, 20).unref();

const now = () => True.now() + shift;
globalThis.Date = new Proxy(True, {
  apply: () => new True(now()).toString(),
  construct: (target, values, self) => Reflect.construct(target, values.length > 0 ? values : [now()], self),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
