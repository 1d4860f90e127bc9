/** What a review of inspections would teach, where a list is sorted by it: why, and how long the reviews take. */
import type { InspectionSummary } from '@walkaround/sdk';
import { useFormats } from '../formats/formats.ts';
import { fill, nameIn, pluralForm, useCounted, useLanguage, useNames, useWords } from '../language.tsx';
import { useWorthReviewing } from './use-inspections-list.ts';
import type { ListPlace } from './use-list-place.ts';

export const LessonReasons = ({ inspection }: { inspection: InspectionSummary }) => {
  const { code } = useLanguage();
  const { inspections: say } = useWords();
  const { damages } = useNames();
  const told = inspection.learningReasons.map(({ code: why, count, damageType }) =>
    fill(pluralForm(code, say.lessons[why], count), {
      count,
      type: damageType === null ? '' : nameIn(damages, damageType),
    }),
  );
  if (told.length === 0) return null;
  return (
    <span className="list-lesson soft">
      <span className="badge">
        {say.teaches} {inspection.learningValue}
      </span>{' '}
      {told.join(' · ')}
    </span>
  );
};

export const WorthReviewing = ({ place }: { place: ListPlace }) => {
  const { inspections: say } = useWords();
  const counted = useCounted();
  const { duration, number } = useFormats();
  const worth = useWorthReviewing(place);
  if (!worth) return null;
  const { inspections, isAtLeast, minutes, minutesPerInspection, timedReviews } = worth;
  if (inspections === 0) return <p className="soft list-worth">{say.worthNone}</p>;
  const sentence = isAtLeast
    ? fill(say.worthMany, { count: number(inspections) })
    : counted(say.worth, inspections);
  return (
    <p className="list-worth">
      {fill(sentence, { minutes: duration(minutes) })}{' '}
      <span className="soft">
        {fill(timedReviews === null ? say.worthUsual : say.worthTimed, {
          each: duration(minutesPerInspection),
          count: number(timedReviews ?? 0),
        })}
      </span>
    </p>
  );
};
