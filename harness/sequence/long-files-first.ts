import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { LONG_FILES } from './long-files.ts';

const isLong = ({ moduleId }: TestSpecification) => LONG_FILES.some((file) => moduleId.endsWith(`/${file}`));

/** Each lane begins with its long files. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const lanes = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...lanes.values()].flatMap((lane) => [
      ...lane.filter(isLong),
      ...lane.filter((file) => !isLong(file)),
    ]);
  }
}
