/** Work for the tests of decoders: what codecs do to hostile files, without the files. */
import { setTimeout as sleep } from 'node:timers/promises';
import { invalidImage } from '../inspections/problems/photos.ts';
import { refuseIfTooHeavy } from './heavy-work.ts';

export const workOn = async (milliseconds: number) => {
  await sleep(milliseconds);
  return process.pid;
};
export const hang = (): never => {
  for (;;);
};
export const workHard = async (milliseconds: number) => {
  refuseIfTooHeavy(1e9);
  return workOn(milliseconds);
};
const held: Buffer[] = [];
export const take = async (megabytes: number) => {
  for (let i = 0; i < megabytes; i += 10) {
    held.push(Buffer.alloc(10 * 2 ** 20, 1));
    await sleep(5);
  }
};
export const crash = () => process.kill(process.pid, 'SIGSEGV');
export const refuse = () => {
  throw invalidImage('No.');
};
export const secretsOf = () => Object.keys(process.env);
