/**
 * The longest that the event loop of this thread is held from now on, in milliseconds of its processor time: on a busy machine
 * the system holds a thread longer than any work of ours does. Answers what ends the watch and tells it.
 */
export const watchStalls = (everyMs: number): (() => number) => {
  let longest = 0;
  let before = process.threadCpuUsage();
  const look = () => {
    const spent = process.threadCpuUsage(before);
    longest = Math.max(longest, (spent.user + spent.system) / 1000);
    before = process.threadCpuUsage();
  };
  const timer = setInterval(look, everyMs);
  return () => {
    clearInterval(timer);
    return longest;
  };
};
