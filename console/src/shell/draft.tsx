import type { Inspection } from '@walkaround/sdk';
import { useNames } from '../language.tsx';

/** Says that no person has approved the costs, where the organization wants one to. */
export const Draft = ({ review }: Pick<Inspection, 'review'>) => {
  const { draft } = useNames();
  if (!review.required || review.approved) return null;
  return (
    <div className="alarm" role="note">
      <p>
        <strong>{draft.mark}</strong> {draft.sentence}
      </p>
    </div>
  );
};
