import type { Inspection } from '@walkaround/sdk';
import { Link } from 'wouter';
import { useWords } from '../../language.tsx';

/** The way to the comparison with the inspection that says what is known already. */
export const ComparedWith = ({ inspection }: { inspection: Inspection }) => {
  const { inspection: say } = useWords();
  const earlier = inspection.relatedInspectionId ?? inspection.knownDamages?.[0]?.inspectionId;
  if (!earlier) return null;
  return (
    <p>
      <Link href={`/inspection/${inspection.id}/comparison?with=${earlier}`}>{say.changedSince}</Link>
    </p>
  );
};
