import type { Image } from '@walkaround/sdk';
import { nameIn, useNames, useWords } from '../../language.tsx';
import { isGood } from './photo-strip.tsx';

/** What the service thinks of a photo. */
export const PhotoVerdict = ({ image }: { image: Image }) => {
  const { inspection: say } = useWords();
  const names = useNames();
  const good = isGood(image);
  const facts = [
    image.name,
    image.viewpoint && nameIn(names.viewpoints, image.viewpoint.prediction),
    `${image.imageWidth} × ${image.imageHeight}`,
  ].filter((fact) => fact !== null);
  return (
    <p className="photo-verdict">
      <span className="photo-facts">{facts.join(' · ')}</span>{' '}
      {good === null && <span className="badge">{say.notJudgedYet}</span>}
      {good === true && image.hasVehicle !== false && <span className="badge good">{say.goodPhoto}</span>}
      {good === true && image.hasVehicle === false && (
        <span className="badge alarm">{nameIn(names.photo_issues, 'no_vehicle')}</span>
      )}
      {good === false &&
        image.compliances!.compliance_issues?.map((issue) => (
          <span key={issue} className="badge alarm">
            {nameIn(names.photo_issues, issue)}
          </span>
        ))}
    </p>
  );
};
