import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG_FILES } from './long-files.ts';

const isLong = ({ moduleId }: TestSpecification) => LONG_FILES.some((file) => moduleId.endsWith(`/${file}`));

/** Each lane begins with its long files. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const lanes = [...new Set(sorted.map(({ project }) => project))];
    return lanes.flatMap((lane) => {
      const own = sorted.filter(({ project }) => project === lane);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
