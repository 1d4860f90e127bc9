/** A bar on a terminal, written over and over; elsewhere nothing. */
const WIDTH = 24;

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`;

export function showBar(total: number, out: NodeJS.WriteStream) {
  const began = performance.now();
  let done = 0;
  const draw = () => {
    if (!out.isTTY) return;
    const seconds = (performance.now() - began) / 1000;
    const filled = Math.round((WIDTH * done) / total);
    const speed =
      done > 0 ? `${(done / seconds).toFixed(1)}/s, ${clock(((total - done) * seconds) / done)} left` : '';
    out.write(`\r\x1b[K[${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}] ${done}/${total} ${speed}`);
  };
  const clear = () => {
    if (out.isTTY) out.write('\r\x1b[K');
  };
  draw();
  return {
    step: () => {
      done++;
      draw();
    },
    /** A line that stays, above the bar. */
    say: (line: string) => {
      clear();
      out.write(`${line}\n`);
      draw();
    },
    end: clear,
  };
}
